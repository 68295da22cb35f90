import { posix, win32 } from "node:path";
import { fromProject } from "../../lib/applier/terraform-command";

test.each([
  ["on Linux", posix, "/work/app/cdktf.out/stacks/checkout", "/work/app", "cdktf.out/stacks/checkout"],
  [
    "on Windows",
    win32,
    "C:\\work\\my app\\cdktf.out\\stacks\\checkout",
    "C:\\work\\my app",
    "cdktf.out\\stacks\\checkout",
  ],
  [
    "on a share",
    win32,
    "\\\\server\\share\\app\\cdktf.out\\stacks\\a",
    "\\\\server\\share\\app",
    "cdktf.out\\stacks\\a",
  ],
  ["in no project", posix, "/work/stacks/checkout", undefined, "/work/stacks/checkout"],
  ["in no project of a drive", win32, "D:\\stacks\\checkout", undefined, "D:\\stacks\\checkout"],
  ["in no project of a share", win32, "\\\\server\\share\\stacks\\a", undefined, "\\\\server\\share\\stacks\\a"],
] as const)("the folder of a stack %s is given from that of the project", (_, path, folder, project, expected) => {
  expect(fromProject(folder, (above) => above === project, path)).toBe(expected);
});
