import type { ReactNode } from 'react'

/** What React drew, on a page that Astro makes. Nothing of it reaches the browser as a script. */
export const Drawn = ({ node }: { node: ReactNode }) => node
