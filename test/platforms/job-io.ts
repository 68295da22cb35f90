/** What a step of a job has said on standard error, beside what the step works with. */
export function aJobIo(directory = "/") {
  const said: string[] = [];
  const io = {
    stdin: (async function* () {})(),
    stdout: { write: () => undefined },
    stderr: { write: (text: string) => said.push(...text.trimEnd().split("\n")) },
    environment: {},
    directory,
    stopSignal: () => new AbortController().signal,
  };
  return { said, io };
}
