import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { createQueryClient } from "../api/query-client";
import WorkOrderPage from "../features/work-order/page";

export default function WorkOrderRoute() {
  const { token = "" } = useParams();
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <WorkOrderPage key={token} token={token} />
    </QueryClientProvider>
  );
}
