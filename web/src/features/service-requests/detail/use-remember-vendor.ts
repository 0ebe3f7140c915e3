// Saves a vendor with an email address to the user's preferred vendors.

import { useMutation } from "@connectrpc/connect-query";
import { useSession, useUpdateSessionUser } from "../../../entities/session/session";
import type { User } from "../../../gen/parlor/v1/user_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";
import { toast } from "../../../ui";
import { sendLabels } from "./send-labels";

/** Maximum number of preferred vendors. */
const mostVendors = 50;

/** Returns the saved email address of a vendor. */
export function emailOf({ vendorContacts }: Pick<User, "vendorContacts">, vendor: string): string {
  return vendorContacts.find(({ name }) => name === vendor.trim())?.email ?? "";
}

/** Whether vendor and email address are complete and not saved yet. */
export function canRemember(user: User, vendor: string, email: string): boolean {
  const name = vendor.trim();
  const isNew = !user.preferredVendors.includes(name);
  if (!name || !email.trim() || emailOf(user, name) === email.trim()) return false;
  return !isNew || user.preferredVendors.length < mostVendors;
}

/** Adds a preferred vendor, or changes the email address of one. */
export function useRememberVendor() {
  const { user } = useSession();
  const changed = useUpdateSessionUser();
  const { mutate } = useMutation(UserService.method.updateUser, {
    onSuccess: (response) => changed(response.user),
    onError: () => toast.error(sendLabels.notRemembered),
  });
  return (vendor: string, email: string) => {
    const name = vendor.trim();
    const { preferredVendors: vendors, vendorContacts: contacts } = user;
    const contact = { phone: "", trade: "", ...contacts.find((one) => one.name === name) };
    mutate({
      id: user.id,
      preferredVendors: vendors.includes(name) ? vendors : [...vendors, name],
      vendorContacts: [
        ...contacts.filter((one) => one.name !== name),
        { name, email: email.trim(), phone: contact.phone, trade: contact.trade },
      ],
      updateMask: { paths: ["preferred_vendors", "vendor_contacts"] },
    });
  };
}
