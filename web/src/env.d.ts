/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Addresses of the base services; unset is the page's own origin. */
  readonly VITE_BASE_URL?: string;
  readonly VITE_BOT_URL?: string;
  readonly VITE_TENANTS_URL?: string;
  /** Where a failed call is tried once more; unset is nowhere. */
  readonly VITE_ALTERNATE_URL?: string;
}
