declare namespace App {
  interface Locals {
    /** What the page may know of the request beyond its path. */
    page: import('../cms/http/parts.ts').PageContext
    /** What the page says of itself: what it was made from, and how long it is true. */
    notes: { tags: Set<string>; maxAgeMs: number }
    /** Set where the page says that something went wrong. */
    failure: { status: number; text: string; brand: string } | null
  }
}
