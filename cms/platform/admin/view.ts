import type { AdminViewConfig } from 'payload'

/**
 * A view of the admin that covers a path and everything below it.
 * @param component `file#name`: the path below `cms/` without its extension, and the exported name
 */
export const adminView = (
  path: `/${string}`,
  title: string,
  component: string,
): AdminViewConfig => {
  const [file, name] = component.split('#')
  return { Component: `/cms/${file}.tsx#${name}`, path, exact: false, meta: { title } }
}
