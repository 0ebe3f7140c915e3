import { useQuery } from "@connectrpc/connect-query";
import { CompanyService } from "../../gen/parlor/v1/company_service_pb";

/**
 * Loads the company of the user. `id` is undefined until it is known, and empty for a user without a
 * company.
 */
export function useCompany(id: string | undefined) {
  const query = useQuery(
    CompanyService.method.getCompany,
    { id: id ?? "" },
    { enabled: Boolean(id), staleTime: Number.POSITIVE_INFINITY },
  );
  return {
    company: query.data?.company,
    loaded: id === "" || query.isSuccess,
    failed: query.isLoadingError,
  };
}
