import type { AfterErrorHook, CollectionConfig, Config, GlobalConfig } from 'payload'
import { stationOf } from '../staff/permissions.ts'
import { validationMessage } from './shell/validation-message.ts'

const componentPath = (file: string, name: string) => `/cms/${file}.tsx#${name}`

type Components = NonNullable<NonNullable<Config['admin']>['components']>

/**
 * The components that replace or extend Payload's brand, navigation and views.
 * @param views the features' views, by name
 */
export const adminComponents = (views: NonNullable<Components['views']>): Components => ({
  graphics: {
    Logo: componentPath('platform/admin/shell/Brand', 'Logo'),
    Icon: componentPath('platform/admin/shell/Brand', 'Icon'),
  },
  providers: [
    componentPath('platform/admin/shell/AdminProvider', 'AdminProvider'),
    componentPath('platform/staff/admin/ProofProvider', 'ProofProvider'),
  ],
  beforeNavLinks: [componentPath('app/features-admin', 'AdminNavLinks')],
  views: {
    dashboard: { Component: componentPath('app/features-admin', 'DashboardView') },
    login: {
      Component: componentPath('platform/admin/login/LoginView', 'LoginView'),
      path: '/login',
    },
    forgot: {
      Component: componentPath('platform/admin/login/ForgotView', 'ForgotView'),
      path: '/forgot',
    },
    ...views,
  },
})

// Rendered in every form.
const beforeDocumentControls = [
  componentPath('platform/admin/forms/FormSafety', 'FormSafety'),
  componentPath('platform/admin/shell/ProblemList', 'ProblemList'),
  componentPath('platform/admin/shell/ControlNames', 'ControlNames'),
]

/** Hides a collection or global from stations, which have pages of their own, unless it says itself who sees it. */
const hiddenAtStations = ({ user }: { user: object | null }): boolean =>
  stationOf((user as { role?: unknown } | null)?.role) !== null

/**
 * Adapts a collection's views for staff: hides it from stations and hides the API URL, lists 50 records on a page, and adds the
 * admin's components to the form and the list.
 */
export const forStaff = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  admin: {
    hidden: hiddenAtStations,
    ...collection.admin,
    hideAPIURL: true,
    pagination: { defaultLimit: 50 },
    components: {
      ...collection.admin?.components,
      beforeListTable: [
        ...(collection.admin?.components?.beforeListTable ?? []),
        componentPath('platform/admin/shell/ControlNames', 'ListNames'),
      ],
      edit: {
        ...collection.admin?.components?.edit,
        beforeDocumentControls,
      },
    },
  },
})

/** Adapts a global's form in the same way as `forStaff` adapts a collection's form. */
export const globalForStaff = (global: GlobalConfig): GlobalConfig => ({
  ...global,
  admin: {
    hidden: hiddenAtStations,
    ...global.admin,
    hideAPIURL: true,
    components: {
      ...global.admin?.components,
      elements: { beforeDocumentControls },
    },
  },
})

/** Texts that replace unclear texts of Payload. */
export const adminTexts = {
  en: {
    general: {
      payloadSettings: 'Appearance',
      createdAt: 'When',
      updatedAt: 'Changed',
      noLabel: '–',
      noResultsFound: 'Nothing found.',
      // For staff who may not open a page there is no such page.
      sorryNotFound: 'There is no such page, or your account may not open it. Ask an admin.',
      // The title of a form that was never saved.
      untitled: 'New',
    },
    error: {
      correctInvalidFields: 'Not saved. What is wrong stands above the form.',
      unauthorized: 'You may not do this.',
      notAllowedToAccessPage: 'Your account may not open this page.',
    },
  },
}

/**
 * Replaces the message of a validation error with a message that lists each invalid field and its problem.
 * For requests from the admin, the response's own `message` is set to an empty text: Payload's admin marks
 * the invalid fields only if this `message` is empty or missing.
 */
export const namedFieldErrors: AfterErrorHook = ({ error, req, result }) => {
  const { collections, globals } = req.payload.config
  const named = validationMessage(
    error,
    ({ collection, global }) =>
      [...collections, ...globals].find(({ slug }) => slug === (collection ?? global))
        ?.flattenedFields,
  )
  if (!named || !result) return
  const [first] = (result.errors ?? []) as { message: string }[]
  const errors = first ? [{ ...first, message: named }] : []
  const isFromAdmin = req.headers.get('referer')?.startsWith(`${req.payload.config.serverURL}/cms`)
  return { response: { ...result, errors, ...(isFromAdmin && { message: '' }) } }
}
