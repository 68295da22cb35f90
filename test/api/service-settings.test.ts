import { problemsOf } from "../../lib/api/problems";
import { serviceSettings } from "../../lib/api/service-settings";

const seconds = (most: number): readonly [accepts: readonly unknown[], refuses: readonly unknown[]] => [
  [30, 0.001, most],
  [0, -1, most + 0.001, "30", null, Number.POSITIVE_INFINITY, Number.NaN],
];

test.each<[name: string, accepts: readonly unknown[], refuses: readonly unknown[]]>([
  [
    "baseUrl",
    [
      ...[
        "https://console.example.com/",
        "https://console.example.com:8443/some/prefix",
        "HTTPS://CONSOLE.EXAMPLE.COM",
      ],
      ...["https://192.0.2.7", "https://[2001:db8::7]", "http://LOCALHOST:8787/prefix/", "http://127.1.2.3"],
      ...["http://127.1", "http://[0:0:0:0:0:0:0:1]:8787"],
    ],
    [null, 5],
  ],
  [
    "apiKeyVariable",
    ["SERVICE_API_KEY", "_", "k9"],
    ["", "9K", "A-B", "A B", "A=B", "Ä", "A\n", "sk-live-123456", null, 5],
  ],
  ["respectReviewSettings", ["", " az~"], ["a\n", "\u007f", "é", null, 5]],
  ["vendor", ["service", "Acme", "a1"], ["", "1a", "acme-inc", "acme inc", "acme\n", "äcme", null, 5]],
  ["attemptTimeoutSeconds", ...seconds(3_600)],
  ["retryBudgetSeconds", ...seconds(86_400)],
])("%s accepts and refuses what it should", (name, accepts, refuses) => {
  const isAccepted = (value: unknown) => problemsOf(serviceSettings, { [name]: value }).length === 0;
  expect(accepts.filter((value) => !isAccepted(value))).toEqual([]);
  expect(refuses.filter(isAccepted)).toEqual([]);
});
