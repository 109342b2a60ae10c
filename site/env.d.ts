declare namespace App {
  interface Locals {
    /** Request data available to the page. */
    page: import('../cms/http/parts.ts').PageContext
    /** Set by the page: cache tags and the longest time it may be cached. */
    notes: { tags: Set<string>; maxAgeMs: number }
    /** Set on error pages. */
    failure: { status: number; text: string; brand: string } | null
  }
}
