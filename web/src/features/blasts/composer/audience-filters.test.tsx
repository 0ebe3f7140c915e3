import { create } from "@bufbuild/protobuf";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { AudienceFilterSchema } from "../../../gen/parlor/v1/audience_pb";
import { DescribeAudienceResponseSchema } from "../../../gen/parlor/v1/audience_service_pb";
import { AudienceFilters } from "./audience-filters";

test("a filter with as many values as the server lists says that there may be more", () => {
  const tags = Array.from({ length: 200 }, (_, at) => `tag ${at}`);
  const values = create(DescribeAudienceResponseSchema, { tags, buildings: ["North"] });
  render(
    <AudienceFilters filter={create(AudienceFilterSchema)} values={values} onChange={vi.fn()} />,
  );
  const group = screen.getByRole("group", { name: "Tags" });
  expect(group.textContent).toContain("Only the first 200 are listed.");
  expect(screen.getByRole("group", { name: "Buildings" }).textContent).not.toContain("first 200");
});
