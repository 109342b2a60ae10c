import type { AdminViewConfig } from 'payload'

/**
 * A view of the admin that covers a path and everything below it.
 * @param component file below `cms/` without its ending, `#` and the exported name
 */
export const adminView = (
  path: `/${string}`,
  title: string,
  component: string,
): AdminViewConfig => {
  const [file, name] = component.split('#')
  return { Component: `/cms/${file}.tsx#${name}`, path, exact: false, meta: { title } }
}
