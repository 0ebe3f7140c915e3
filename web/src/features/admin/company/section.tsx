// The company that one works in: what it has, and how it presents itself.

import { useCurrent } from "../../../rpc/current";
import { EmptyFace } from "../../../ui";
import "../../../ui/table/table.css";
import "./company.css";
import { Holdings } from "./holdings";
import { Presentation } from "./presentation";

export default function CompanySection() {
  // Who is signed in has their company read already.
  const { company } = useCurrent();
  if (!company.id) {
    return (
      <EmptyFace
        title="You belong to no company"
        text="Those who run the platform add you to one."
      />
    );
  }
  return (
    <div className="company">
      <Presentation key={company.id} company={company} />
      <Holdings company={company} />
    </div>
  );
}
