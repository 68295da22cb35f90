import { TerraformStack, TerraformVariable } from "cdktf";
import {
  ExperimentationService,
  type ExperimentationServiceProps,
  fromEnvironment,
  InvalidPropsError,
  MetricSource,
  Segment,
} from "../lib";
import { emptyStack, messageOf, type Synthesised, synth, synthAll, wrong } from "./terraform/synth";
import { metricSource, segment } from "./terraform/things";

const baseUrl = "https://console.example.com";
const refusalOf = (props: ExperimentationServiceProps) =>
  messageOf(() => new ExperimentationService(emptyStack(), "service", props), InvalidPropsError);
const serviceOf = (stack: Synthesised) => stack.requestOf("segment_beta_users").service;

describe("a construct that names no service", () => {
  test("takes the only one of its stack, whichever of the two is made first", () => {
    const build = [
      (stack: TerraformStack) => new ExperimentationService(stack, "service", { baseUrl }),
      (stack: TerraformStack) => new Segment(stack, "beta", segment),
    ];
    for (const order of [build, [...build].reverse()]) {
      expect(serviceOf(synth((stack) => order.map((make) => make(stack))))).toEqual({ baseUrl });
    }
  });

  test("takes none where there is none: the deploy looks into its environment", () => {
    expect(serviceOf(synth((stack) => new Segment(stack, "beta", segment)))).toEqual({});
  });

  test("has to choose where there are several, and synth names construct, services and the remedy", () => {
    const message = messageOf(() =>
      synth((stack) => {
        new ExperimentationService(stack, "europe", { baseUrl });
        new ExperimentationService(stack, "america", { baseUrl });
        new Segment(stack, "beta", segment);
      }),
    );
    expect(message).toContain(
      'stack/beta: the stack has 2 services (stack/europe, stack/america); say which one by the prop "service"',
    );
  });

  test("takes none of another stack", () => {
    const find = synthAll((app) => {
      new ExperimentationService(new TerraformStack(app, "other"), "service", { baseUrl });
      new Segment(new TerraformStack(app, "stack"), "beta", segment);
    });
    expect(serviceOf(find("stack"))).toEqual({});
  });
});

describe("a construct that names its service", () => {
  test("takes it, among several", () => {
    const stack = synth((scope) => {
      const europe = new ExperimentationService(scope, "europe", { baseUrl });
      new ExperimentationService(scope, "america", { baseUrl: "https://us.example.com" });
      new Segment(scope, "beta", { ...segment, service: europe });
    });
    expect(serviceOf(stack)).toEqual({ baseUrl });
  });

  test("takes it from another stack, too", () => {
    const find = synthAll((app) => {
      const service = new ExperimentationService(new TerraformStack(app, "shared"), "service", { baseUrl });
      new Segment(new TerraformStack(app, "stack"), "beta", { ...segment, service });
    });
    expect(serviceOf(find("stack"))).toEqual({ baseUrl });
  });

  test("cannot name anything else", () => {
    expect(
      messageOf(
        () => new Segment(emptyStack(), "beta", { ...segment, service: wrong({ baseUrl }) }),
        InvalidPropsError,
      ),
    ).toContain('service: given {"baseUrl":"https://console.example.com"}; allowed: an ExperimentationService');
  });
});

describe("the settings of a service", () => {
  test("go into every request, and into no trigger, command or environment", () => {
    const settings = {
      baseUrl,
      apiKeyVariable: "CONSOLE_KEY",
      respectReviewSettings: "true",
      vendor: "acme",
      attemptTimeoutSeconds: 5,
      retryBudgetSeconds: 60,
    };
    const stack = synth((scope) => {
      new ExperimentationService(scope, "service", settings);
      new Segment(scope, "beta", segment);
    });
    expect(serviceOf(stack)).toEqual(settings);
    expect(JSON.stringify(stack.json)).not.toMatch(/console\.example\.com|CONSOLE_KEY|acme/);
  });

  test("give the vendor's name to the unit ids of a body, and leave the plan as it is", () => {
    const stack = synth((scope) => {
      new ExperimentationService(scope, "service", { vendor: "acme" });
      new MetricSource(scope, "orders", metricSource);
    });
    const { create, update } = stack.requestOf("metric_source_orders").calls;
    for (const call of [create, update]) {
      expect(call?.body.idTypeMapping).toEqual([{ acmeUnitID: "userID", column: "user_id" }]);
    }
    expect(stack.triggers("metric_source_orders_revision").idTypeMapping).toContain('"serviceUnitID":"userID"');
  });

  test("may take the address and the review setting from Terraform, and the latter from the environment", () => {
    const stack = synth((scope) => {
      const url = new TerraformVariable(scope, "url", {}).stringValue;
      new ExperimentationService(scope, "service", { baseUrl: url, respectReviewSettings: fromEnvironment("REVIEW") });
      new Segment(scope, "beta", segment);
    });
    const { service, holes } = stack.requestOf("segment_beta_users");
    expect(service).toEqual({ baseUrl: null, respectReviewSettings: null });
    expect(holes).toEqual([
      { at: "/service/baseUrl", parts: [{ terraform: 0 }] },
      { at: "/service/respectReviewSettings", parts: [{ environment: "REVIEW" }] },
    ]);
    expect(JSON.stringify(stack.execution("segment_beta_users").environment)).toContain("tostring(var.url)");
  });

  test("are refused together, each with what is allowed", () => {
    const props = { baseUrl: "http://example.com", vendor: "a b", retryBudgetSecond: 4, apiKeyVariable: "1K" };
    expect(refusalOf(wrong(props))).toBe(
      [
        "stack/service (service): 4 problems",
        '  - baseUrl: given "http://example.com"; allowed: an https address, or http to a loopback address',
        '  - apiKeyVariable: given "1K"; allowed: text that matches /^[A-Za-z_][A-Za-z0-9_]*$/',
        '  - vendor: given "a b"; allowed: text that matches /^[A-Za-z][A-Za-z0-9]*$/',
        '  - retryBudgetSecond: unknown field; did you mean "retryBudgetSeconds"?',
      ].join("\n"),
    );
  });

  test("are each refused once, also what JSON cannot hold", () => {
    expect(refusalOf({ attemptTimeoutSeconds: Number.NaN, vendor: wrong(new Date(0)), reapply: wrong(7) })).toBe(
      [
        "stack/service (service): 3 problems",
        "  - vendor: given an instance of Date; allowed: a string",
        "  - attemptTimeoutSeconds: given NaN; allowed: a finite number",
        "  - reapply: given 7; allowed: a string",
      ].join("\n"),
    );
  });

  test("cannot come from a token where synth has to know them, nor the address from a secret", () => {
    const variable = new TerraformVariable(emptyStack(), "any", {});
    const message = refusalOf({
      baseUrl: fromEnvironment("URL"),
      apiKeyVariable: variable.stringValue,
      vendor: variable.stringValue,
      retryBudgetSeconds: variable.numberValue,
    });
    for (const name of ["baseUrl", "apiKeyVariable", "vendor", "retryBudgetSeconds"]) {
      expect(message).toContain(`  - ${name}: given a token; allowed: a value that is known at synth`);
    }
  });
});
