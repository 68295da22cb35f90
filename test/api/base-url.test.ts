import { baseUrlProblem, normalBaseUrl } from "../../lib/api/base-url";
import { problemsOf } from "../../lib/api/problems";
import { serviceSettings } from "../../lib/api/service-settings";

const NOT_AN_ADDRESS = "a URL such as https://console.example.com";
const BARE = "a URL without credentials, query and fragment";
const NO_TLS = "an https URL, or http to a loopback address";

describe("a base address", () => {
  const accepted =
    "https://console.example.com https://console.example.com/ https://console.example.com:8443/some/prefix " +
    "HTTPS://CONSOLE.EXAMPLE.COM https://192.0.2.7 https://[2001:db8::7] http://localhost " +
    "http://localhost:8787/prefix/ http://LOCALHOST:8787 http://127.0.0.1:8787 http://127.1.2.3 http://127.1 " +
    "http://[::1]:8787 http://[0:0:0:0:0:0:0:1]";

  test.each(accepted.split(" "))("may be %s", (address) => {
    expect(baseUrlProblem(address)).toBeUndefined();
  });

  const refused = {
    [NOT_AN_ADDRESS]: "|console.example.com|/console|https://|https://exa mple.com|https://example.com:99999",
    [BARE]:
      "https://key@console.example.com|https://user:key@console.example.com|http://:key@localhost|" +
      "https://console.example.com?tenant=1|https://console.example.com/#top|https://console.example.com/#|" +
      "https://console.example.com/?",
    [NO_TLS]:
      "http://console.example.com|http://10.0.0.1|http://0.0.0.0|http://128.0.0.1|http://[::2]|" +
      "http://localhost.example.com|http://127.0.0.1.example.com|http://notlocalhost|http://169.254.169.254|" +
      "http://[::ffff:127.0.0.1]|ftp://localhost|ws://localhost|file:///etc/passwd|localhost:8787|javascript:alert(1)",
  };
  const rows = Object.entries(refused).flatMap(([allowed, list]) => list.split("|").map((each) => [each, allowed]));

  test.each(rows)("may not be %j: allowed is %s", (address = "", allowed) => {
    expect(baseUrlProblem(address)).toMatchObject({ allowed });
    expect(problemsOf(serviceSettings, { baseUrl: address })).toMatchObject([{ path: ["baseUrl"], allowed }]);
  });

  test.each([
    ["https://u:p@console.example.com/?q=1#f", "a URL with credentials, a query and a fragment in it"],
    ["https://console.example.com/#?", "a URL with a fragment in it"],
    ["https://console.example.com/?key=hunter2", "a URL with a query in it"],
    ["http://u:p@console.example.com", "a URL with credentials in it"],
    ["http://console.example.com/hunter2", '"http://console.example.com"'],
    ["javascript:hunter2", undefined],
    ["https://u:hunter2@exa mple.com", undefined],
    ["hunter2", undefined],
  ])("that is refused is described without anything that may be a secret: %s", (address, given) => {
    const problem = baseUrlProblem(address);
    expect(problem?.given).toBe(given);
    expect(JSON.stringify(problem)).not.toMatch(/hunter2|u:p|key/);
    expect(problemsOf(serviceSettings, { baseUrl: address })[0]?.given).toBe(given);
  });

  test.each([
    ["HTTPS://Console.Example.com:443", "https://console.example.com"],
    ["https://console.example.com//", "https://console.example.com"],
    ["https://console.example.com/Some/Prefix/", "https://console.example.com/Some/Prefix"],
    ["https:\\\\console.example.com\\a", "https://console.example.com/a"],
    ["http://127.0.0.1\\@evil.example", "http://127.0.0.1/@evil.example"],
    ["https://\tconsole.example\n.com", "https://console.example.com"],
  ])("has a normal form: %s is %s", (address, normal) => {
    expect(normalBaseUrl(address)).toBe(normal);
  });

  test("that is refused names all that is wrong with it", () => {
    expect(baseUrlProblem("http://u:p@console.example.com?a")?.allowed).toBe(
      `${NO_TLS}, without credentials, query and fragment`,
    );
  });
});
