import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import { FormDialog, FormPhone, FormText, useContractForm } from "../../forms";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { toast } from "../../ui";
import { contactLabels } from "./contact-labels";
import { labels } from "./labels";

type Props = { vendor: string; onClose: () => void };

/** Edits the contact of a preferred vendor. */
export default function VendorContactDialog({ vendor, onClose }: Props) {
  const { user } = useSession();
  const changed = useUpdateSessionUser();
  const own = user.vendorContacts.find(({ name }) => name === vendor);
  const others = user.vendorContacts.filter(({ name }) => name !== vendor);
  const form = useContractForm(UserService.method.updateUser, {
    start: {
      id: user.id,
      vendorContacts: [
        {
          name: vendor,
          email: own?.email ?? "",
          phone: own?.phone ?? "",
          trade: own?.trade ?? "",
        },
      ],
    },
    toRequest: ({ id = "", vendorContacts }) => {
      const { email, phone = "", trade = "" } = vendorContacts?.[0] ?? {};
      const contact = { name: vendor, ...(email ? { email } : {}), phone, trade };
      return {
        id,
        vendorContacts: [contact, ...others],
        updateMask: { paths: ["vendor_contacts"] },
      };
    },
    onDone: (response) => {
      changed(response.user);
      toast.success(contactLabels.saved(vendor));
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={contactLabels.title(vendor)}
      submit={contactLabels.save}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="vendorContacts.0.email"
        label={labels.email}
        description={contactLabels.emailHint}
        type="email"
      />
      <FormPhone of={form} name="vendorContacts.0.phone" label={labels.phone} />
      <FormText of={form} name="vendorContacts.0.trade" label={contactLabels.trade} />
    </FormDialog>
  );
}
