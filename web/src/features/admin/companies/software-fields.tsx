import type { DescMessage } from "@bufbuild/protobuf";
import { type Form, FormSelect } from "../../../forms";
import type { FieldName } from "../../../forms/use-field";
import { companyLabels } from "../company-labels";
import { pricingOptions, sharedLabels, softwareOptions } from "../labels";
import { labels } from "./labels";

type Props<I extends DescMessage> = { of: Form<I> };

/** The fields of a new and of an existing company, whose requests have them at the same paths. */
export function SoftwareFields<I extends DescMessage>({ of }: Props<I>) {
  const at = (name: "software" | "softwareDocuments" | "pricingModel") => ({
    of,
    name: name as FieldName<I>,
    empty: sharedLabels.notSet,
    numeric: true,
  });
  return (
    <>
      <FormSelect
        {...at("software")}
        label={companyLabels.associationSoftware}
        description={labels.softwareHint}
        options={softwareOptions}
      />
      <FormSelect
        {...at("softwareDocuments")}
        label={companyLabels.documentSoftware}
        options={softwareOptions}
      />
      <FormSelect
        {...at("pricingModel")}
        label={companyLabels.pricingModel}
        options={pricingOptions}
      />
    </>
  );
}
