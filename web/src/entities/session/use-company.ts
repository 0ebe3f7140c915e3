import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";

const getCompany = CompanyService.method.getCompany;

class NoCompanyId extends Error {
  constructor() {
    super("No cId passed");
  }
}

/** Loads the company of the user. A user without a company is not an error. */
export function useCompany(id: string | undefined) {
  const transport = useTransport();
  const query = useQuery({
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: createConnectQueryKey({
      schema: getCompany,
      input: { id: id ?? "" },
      transport,
      cardinality: "finite",
    }) as readonly unknown[],
    queryFn: ({ signal }) => {
      if (!id) throw new NoCompanyId();
      return callUnaryMethod(transport, getCompany, { id }, { signal });
    },
  });
  const without = query.error instanceof NoCompanyId;
  return {
    company: query.data?.company,
    loaded: without || query.isSuccess,
    failed: query.isError && !without,
  };
}
