import { type ReactNode, Suspense, useState } from "react";
import { useSession, useUpdateSessionUser } from "../../entities/session/session";
import {
  ContractForm,
  FormSortableList,
  FormSubmit,
  noChanges,
  useContractForm,
} from "../../forms";
import type { VendorContact } from "../../gen/parlor/v1/user_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button, PhoneLink, TextField, toast } from "../../ui";
import { labels } from "./labels";
import { Section } from "./section";

const VendorContactDialog = lazyWithReload(() => import("./vendor-contact-dialog"));

/** Contact details of each vendor, in one line. */
function contactDetails(contacts: readonly VendorContact[]): Map<string, ReactNode> {
  return new Map(
    contacts.map(({ name, trade, email, phone }) => [
      name,
      trade || email || phone ? (
        <>
          {[trade, email].filter(Boolean).join(" · ")}
          {phone && (trade || email) ? " · " : null}
          {phone ? <PhoneLink phone={phone} /> : null}
        </>
      ) : null,
    ]),
  );
}

/** Preferred vendors of the user, in order. */
export function Vendors() {
  const { user } = useSession();
  const [edited, setEdited] = useState("");
  const changed = useUpdateSessionUser();
  const form = useContractForm(UserService.method.updateUser, {
    start: { id: user.id, preferredVendors: user.preferredVendors },
    toRequest: (values) => ({ ...values, updateMask: { paths: ["preferred_vendors"] } }),
    onDone: (response) => {
      changed(response.user);
      toast.success(labels.vendorsSaved);
    },
  });
  const edit = (vendor: string) => {
    if (user.preferredVendors.includes(vendor)) setEdited(vendor);
    else toast.info(labels.saveVendorFirst(vendor));
  };
  return (
    <Section title={labels.vendors}>
      <ContractForm of={form} label={labels.vendors}>
        <FormSortableList
          of={form}
          name="preferredVendors"
          label={labels.vendors}
          empty={labels.noVendors}
          details={contactDetails(user.vendorContacts)}
          onEdit={edit}
        >
          {(values, change, addId) => (
            <VendorInput
              addId={addId}
              onAdd={(vendor) => {
                if (!values.includes(vendor)) change([...values, vendor]);
              }}
            />
          )}
        </FormSortableList>
        <div>
          <FormSubmit of={form} reason={noChanges(form)}>
            {labels.saveVendors}
          </FormSubmit>
        </div>
      </ContractForm>
      {edited ? (
        <Suspense>
          <VendorContactDialog vendor={edited} onClose={() => setEdited("")} />
        </Suspense>
      ) : null}
    </Section>
  );
}

type VendorInputProps = { addId: string; onAdd: (vendor: string) => void };

function VendorInput({ addId, onAdd }: VendorInputProps) {
  const [name, setName] = useState("");
  const add = () => {
    if (name.trim()) onAdd(name.trim());
    setName("");
  };
  return (
    <div className="profile__adder">
      <TextField
        label={labels.addVendor}
        value={name}
        onChange={setName}
        onKeyDown={(event) => {
          // Enter adds a vendor and does not submit the form.
          if (event.key !== "Enter") return event.continuePropagation();
          event.preventDefault();
          add();
        }}
      />
      <Button id={addId} icon="plus" onPress={add}>
        {labels.add}
      </Button>
    </div>
  );
}
