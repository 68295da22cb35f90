import { baseUrlProblem, normalBaseUrl } from "../../lib/api/base-url";
import { problemsOf } from "../../lib/api/problems";
import { serviceSettings } from "../../lib/api/service-settings";

describe("a base URL", () => {
  const refused = {
    "a URL such as https://console.example.com":
      "|console.example.com|/console|https://|https://exa mple.com|https://example.com:99999",
    "a URL without credentials, query and fragment":
      "https://key@console.example.com|https://user:key@console.example.com|http://:key@localhost|" +
      "https://console.example.com?tenant=1|https://console.example.com/#|https://console.example.com/?",
    "an https URL, or http to a loopback address":
      "http://console.example.com|http://10.0.0.1|http://0.0.0.0|http://128.0.0.1|http://[::2]|" +
      "http://localhost.example.com|http://127.0.0.1.example.com|http://notlocalhost|" +
      "http://[::ffff:127.0.0.1]|ftp://localhost|file:///etc/passwd|localhost:8787|javascript:alert(1)",
    "an https URL, or http to a loopback address, without credentials, query and fragment":
      "http://u:p@console.example.com?a",
  };

  test.each(Object.entries(refused))("is refused where it is not %s", (allowed, list) => {
    for (const baseUrl of list.split("|")) {
      expect([baseUrl, problemsOf(serviceSettings, { baseUrl })]).toMatchObject([baseUrl, [{ allowed }]]);
    }
  });

  test.each([
    ["https://u:p@console.example.com/?q=1#f", "a URL with credentials, a query and a fragment in it"],
    ["https://console.example.com/#?", "a URL with a fragment in it"],
    ["http://console.example.com/hunter2", '"http://console.example.com"'],
    ["javascript:hunter2", undefined],
    ["https://u:hunter2@exa mple.com", undefined],
  ])("that is refused is described without anything that may be a secret: %s", (baseUrl, given) => {
    expect(JSON.stringify(baseUrlProblem(baseUrl))).not.toMatch(/hunter2|u:p|key/);
    expect(problemsOf(serviceSettings, { baseUrl })[0]?.given).toBe(given);
  });

  test.each([
    ["HTTPS://Console.Example.com:443//", "https://console.example.com"],
    ["https://console.example.com/Some/Prefix/", "https://console.example.com/Some/Prefix"],
    ["http://127.0.0.1\\@evil.example", "http://127.0.0.1/@evil.example"],
    ["https://\tconsole.example\n.com", "https://console.example.com"],
  ])("has a normal form: %s is %s", (baseUrl, normal) => {
    expect(normalBaseUrl(baseUrl)).toBe(normal);
  });
});
