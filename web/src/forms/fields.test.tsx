import { timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import { EmailSecurity, MailService } from "../gen/parlor/v1/mail_service_pb";
import { PartnerService } from "../gen/parlor/v1/partner_service_pb";
import { UserService } from "../gen/parlor/v1/user_service_pb";
import { expectDescription, openForm, sendByKey } from "../testing/open-form";
import { FormArea, FormDateTime, FormFile, FormNumber, FormRadios } from ".";

test("a required date and time is sent as chosen, and shows the server's violation", async () => {
  const start = { id: "conversation-1" };
  const { user, sent, refused } = openForm(
    ConversationService.method.snoozeConversation,
    start,
    (form) => <FormDateTime of={form} name="until" label="Until" />,
  );
  const field = screen.getByLabelText<HTMLInputElement>("Until");
  expect(field.type).toBe("datetime-local");
  expect(field.required || field.getAttribute("aria-required") === "true").toBe(true);
  await sendByKey(user);
  await expectDescription(field, "This field is required.");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  expect(sent).toHaveLength(0);

  fireEvent.change(field, { target: { value: "2031-03-09T07:45" } });
  await expectDescription(field, "");
  refused.push({ field: "until", description: "Choose a time within a year." });
  await sendByKey(user);
  await expectDescription(field, "Choose a time within a year.");
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("2031-03-09T07:45");
  const until = sent[0]?.until;
  expect(until && timestampDate(until)).toEqual(new Date("2031-03-09T07:45"));

  await sendByKey(user);
  await waitFor(() => expect(sent).toHaveLength(2));
});

test("a cleared date and time is not sent", async () => {
  const until = timestampFromDate(new Date("2031-03-09T07:45"));
  const start = { id: "conversation-1", until };
  const { user, sent } = openForm(ConversationService.method.snoozeConversation, start, (form) => (
    <FormDateTime of={form} name="until" label="Until" />
  ));
  const field = screen.getByLabelText<HTMLInputElement>("Until");
  expect(field.value).toBe("2031-03-09T07:45");
  fireEvent.change(field, { target: { value: "" } });
  await sendByKey(user);
  await expectDescription(field, "This field is required.");
  expect(sent).toHaveLength(0);
});

const picture = (size: number) => new File(["x".repeat(size)], "dana.png", { type: "image/png" });

test("a required file is refused if it is too large, and is sent unchanged", async () => {
  const start = { id: "dana", data: "" };
  const { user, sent, refused } = openForm(UserService.method.setHeaderImage, start, (form) => (
    <FormFile of={form} name="data" label="Picture" accept="image/png" most={2_000_000} />
  ));
  const field = screen.getByLabelText<HTMLInputElement>(/^Picture/);
  await user.tab();
  expect(document.activeElement).toBe(field);
  await sendByKey(user);
  await expectDescription(field, "This field is required.");
  expect(document.activeElement).toBe(field);

  await user.upload(field, picture(2_000_001));
  await expectDescription(field, "dana.png is larger than 2 MB. Choose a smaller one.");
  expect(screen.queryByText("dana.png")).toBeNull();
  await user.upload(field, picture(3));
  await screen.findByText("dana.png");
  await expectDescription(field, "");
  refused.push({ field: "data", description: "This is no picture." });
  await sendByKey(user);
  await expectDescription(field, "This is no picture.");
  expect(sent.map(({ data }) => data)).toEqual(["data:image/png;base64,eHh4"]);
});

test("a number accepts only digits, within the contract's limits", async () => {
  const start = { name: "Elm Ledger", requestsPerMinute: 60 };
  const { user, sent, refused } = openForm(PartnerService.method.createPartner, start, (form) => (
    <FormNumber of={form} name="requestsPerMinute" label="Calls per minute" />
  ));
  const field = screen.getByLabelText<HTMLInputElement>("Calls per minute");
  expect(field.inputMode).toBe("numeric");
  expect(field.value).toBe("60");
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.keyboard("1 2e0,00 times");
  await user.tab();
  await expectDescription(field, "Enter a number from 0 to 6,000.");
  await user.clear(field);
  await user.paste("-5");
  await expectDescription(field, "Enter a number from 0 to 6,000.");
  await user.clear(field);
  await user.keyboard("120");
  await expectDescription(field, "");
  refused.push({ field: "requests_per_minute", description: "Your plan has 100." });
  await user.keyboard("{Enter}");
  await expectDescription(field, "Your plan has 100.");
  expect(sent.map(({ requestsPerMinute }) => requestsPerMinute)).toEqual([120]);

  await user.clear(field);
  await sendByKey(user);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.requestsPerMinute, "an empty field is zero").toBe(0);
});

test("a text area counts its characters", async () => {
  const start = { id: "conversation-1", body: "" };
  const { user, sent, refused } = openForm(ConversationService.method.addNote, start, (form) => (
    <FormArea of={form} name="body" label="Note" description="A text." />
  ));
  const field = screen.getByLabelText<HTMLTextAreaElement>("Note");
  await user.tab();
  expect(document.activeElement).toBe(field);
  await user.tab();
  await expectDescription(field, "A text. This field is required.");
  await user.click(field);
  await user.paste("w".repeat(2001));
  await expectDescription(
    field,
    "2001 of 2000 characters. Use at most 2,000 characters; this has 2,001.",
  );
  await user.clear(field);
  await user.type(field, "One.{Enter}Two.");
  await expectDescription(field, "A text.");
  expect(sent, "Enter begins a line").toHaveLength(0);
  refused.push({ field: "body", description: "This conversation has too many notes." });
  await sendByKey(user);
  await expectDescription(field, "A text. This conversation has too many notes.");
  expect(document.activeElement).toBe(field);
  expect(sent.map(({ body }) => body)).toEqual(["One.\nTwo."]);
});

test("a required choice is made by keyboard, and shows the server's violation", async () => {
  const roles = ["Leasing", "Accounting"].map((value) => ({ value, label: value }));
  const start = { email: "kim@elm.example", firstName: "Kim", lastName: "Sato", role: "" };
  const { user, sent, refused } = openForm(UserService.method.inviteUser, start, (form) => (
    <FormRadios of={form} name="role" label="Job title" options={roles} />
  ));
  const group = screen.getByRole("radiogroup", { name: "Job title" });
  const leasing = screen.getByRole("radio", { name: "Leasing" });
  await sendByKey(user);
  await expectDescription(group, "Choose one.");
  expect(document.activeElement).toBe(leasing);
  await user.keyboard(" ");
  await expectDescription(group, "");
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Accounting" }).checked).toBe(true);
  refused.push({ field: "role", description: "Nobody does that here." });
  await sendByKey(user);
  await expectDescription(group, "Nobody does that here.");
  expect(sent.map(({ role }) => role)).toEqual(["Accounting"]);
});

test("an enum value is sent as its number", async () => {
  const start = { id: "harbor", smtpSecurity: EmailSecurity.STARTTLS };
  const options = [
    { value: String(EmailSecurity.STARTTLS), label: "STARTTLS" },
    { value: String(EmailSecurity.TLS), label: "TLS" },
  ];
  const { user, sent } = openForm(MailService.method.configureEmail, start, (form) => (
    <FormRadios of={form} name="smtpSecurity" label="Security" options={options} numeric />
  ));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "STARTTLS" }).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: "TLS" }));
  await sendByKey(user);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.smtpSecurity).toBe(EmailSecurity.TLS);
});
