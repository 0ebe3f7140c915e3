/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Addresses of the base services. Defaults to the page's origin. */
  readonly VITE_BASE_URL?: string;
  readonly VITE_BOT_URL?: string;
  readonly VITE_TENANTS_URL?: string;
  /** Address for the second attempt of a failed call. Unset disables it. */
  readonly VITE_ALTERNATE_URL?: string;
}
