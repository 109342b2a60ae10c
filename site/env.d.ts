declare namespace App {
  interface Locals {
    /** Request data available to the page. */
    page: import('../cms/platform/http/parts.ts').PageContext
    /**
     * Set by the page: cache tags, the maximum cache time in milliseconds, and whether browsers and
     * proxies must not store the page.
     */
    notes: { tags: Set<string>; maxAgeMs: number; isPrivate: boolean }
    /** Set on error pages. */
    failure: { status: number; text: string; brand: string } | null
  }
}
