import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { JobKind } from "../../../gen/parlor/v1/job_service_pb";
import { openApp } from "../../../testing/open-app";

const find = { timeout: 60_000 };

test("a failed job can be retried, or discarded with a reason", async () => {
  const { user, fakeApi } = openApp({ path: "/admin?section=jobs", as: "dana" });
  await screen.findByText("The mail server does not answer.", {}, find);
  await user.click(screen.getByRole("button", { name: "Discard: Send a text" }));
  await user.click(await screen.findByRole("button", { name: "Discard job" }, find));
  await screen.findByText("Enter a reason of at least 10 characters.");
  await user.type(screen.getByLabelText("Reason"), "The resident moved out.");
  await user.click(screen.getByRole("button", { name: "Discard job" }));
  const left = () => fakeApi.db.deadJobs.map(({ kind }) => kind);
  await waitFor(() => expect(left()).toEqual([JobKind.SEND_SYSTEM_EMAIL]), find);
  await user.click(await screen.findByRole("button", { name: "Try again: Send an email" }, find));
  await screen.findByText("No failed jobs", {}, find);
});

test("all jobs of a kind can be retried together", async () => {
  const { user, fakeApi } = openApp({
    path: "/admin?section=jobs&kind=SEND_SYSTEM_EMAIL",
    as: "dana",
  });
  await user.click(await screen.findByRole("button", { name: "Retry all" }, find));
  const left = () => fakeApi.db.deadJobs.map(({ kind }) => kind);
  await waitFor(() => expect(left()).toEqual([JobKind.DELIVER_TEXT]), find);
});
