# export.sh: fetches every page of a list into the directory exports
set -eu
mkdir -p exports
fetch() {
  next="$2?limit=100&page=1" page=0
  while [ -n "$next" ]; do
    file="exports/$1-$((page += 1)).json"
    printf 'STATSIG-API-KEY: %s' "$STATSIG_CONSOLE_KEY" |
      curl --fail --silent --show-error --header @- "${SERVICE_BASE_URL:-https://statsigapi.net}$next" > "$file"
    next=$(jq --raw-output '.pagination.nextPage // empty' "$file")
  done
}
fetch experiments /console/v1/experiments
fetch metric-sources /console/v1/metrics/metric_source/list
fetch assignment-sources /console/v1/experiments/assignment_sources
fetch segments /console/v1/segments
