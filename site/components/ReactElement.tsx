import type { ReactNode } from 'react'

/** Renders a React element in an Astro page, as static HTML. */
export const ReactElement = ({ node }: { node: ReactNode }) => node
