import { DefaultTemplate } from '@payloadcms/next/templates'
import { Gutter, HydrateAuthProvider, SetStepNav } from '@payloadcms/ui'
import { redirect } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import type { ReactNode } from 'react'

type Crumb = { label: string; url?: string }
type Props = { view: AdminViewServerProps; breadcrumbs: Crumb[]; children: ReactNode }

/**
 * The layout of a custom view. Payload does not check access to custom views, so this component does.
 * @param breadcrumbs those that follow the breadcrumb of the dashboard
 */
export function AdminTemplate({ view, breadcrumbs, children }: Props) {
  const { req, locale, permissions, visibleEntities } = view.initPageResult
  if (!permissions?.canAccessAdmin) redirect('/cms/unauthorized')
  const { i18n, payload } = req
  const { params, searchParams } = view
  const frame = { i18n, payload, permissions, req, visibleEntities, ...(locale && { locale }) }
  return (
    <DefaultTemplate
      {...frame}
      {...(params && { params })}
      {...(searchParams && { searchParams })}
      {...(req.user && { user: req.user })}
    >
      <HydrateAuthProvider permissions={permissions} />
      <SetStepNav nav={breadcrumbs} />
      {children}
    </DefaultTemplate>
  )
}

/** Like `AdminTemplate`, with the margins of a text page. */
export const AdminPage = ({ className, children, ...frame }: Props & { className?: string }) => (
  <AdminTemplate {...frame}>
    <Gutter className={className ? `admin-view ${className}` : 'admin-view'}>{children}</Gutter>
  </AdminTemplate>
)

/** `path` is the path of a view, `rest` the decoded segments of the path that follow the view's name. */
export function viewPath(view: AdminViewServerProps): { rest: string[]; path: string } {
  const segments = view.params?.segments
  const all = Array.isArray(segments) ? segments : []
  return { rest: all.slice(1).map(decodeURIComponent), path: `/cms/${all.join('/')}` }
}

/**
 * Redirects everybody except staff to the login, which afterwards opens the view again, with its query. Must be
 * called before the view reads data.
 */
export function requireStaff(view: AdminViewServerProps): void {
  if (view.initPageResult.req.user?.collection === 'users') return
  const query = new URLSearchParams(
    Object.entries(view.searchParams ?? {}).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each]),
    ),
  ).toString()
  const target = viewPath(view).path + (query && `?${query}`)
  redirect(`/cms/login?redirect=${encodeURIComponent(target)}`)
}
