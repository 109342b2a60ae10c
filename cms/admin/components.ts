import type { AfterErrorHook, CollectionConfig, Config, GlobalConfig } from 'payload'
import { validationMessage } from './shell/validation-message.ts'

const own = (file: string, name: string) => `/cms/${file}.tsx#${name}`

type Components = NonNullable<NonNullable<Config['admin']>['components']>

/** The admin's own brand, navigation and views. @param views views of the features */
export const adminComponents = (views: NonNullable<Components['views']>): Components => ({
  graphics: { Logo: own('admin/shell/Brand', 'Logo'), Icon: own('admin/shell/Brand', 'Icon') },
  providers: [
    own('admin/shell/AdminProvider', 'AdminProvider'),
    own('staff/admin/ProofProvider', 'ProofProvider'),
  ],
  beforeNavLinks: [own('features-admin', 'AdminNavLinks')],
  views: {
    dashboard: { Component: own('features-admin', 'DashboardView') },
    login: { Component: own('admin/login/LoginView', 'LoginView'), path: '/login' },
    forgot: { Component: own('admin/login/ForgotView', 'ForgotView'), path: '/forgot' },
    ...views,
  },
})

const besideControls = [
  own('admin/forms/FormSafety', 'FormSafety'),
  own('admin/shell/ProblemList', 'ProblemList'),
  own('admin/shell/ControlNames', 'ControlNames'),
]

/** Hides developers' parts of a collection, and lists validation errors by field name. */
export const forStaff = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  admin: {
    ...collection.admin,
    hideAPIURL: true,
    pagination: { defaultLimit: 50 },
    components: {
      ...collection.admin?.components,
      beforeListTable: [
        ...(collection.admin?.components?.beforeListTable ?? []),
        own('admin/shell/ControlNames', 'ListNames'),
      ],
      edit: {
        ...collection.admin?.components?.edit,
        beforeDocumentControls: besideControls,
      },
    },
  },
})

/** Does the same for a global. */
export const globalForStaff = (global: GlobalConfig): GlobalConfig => ({
  ...global,
  admin: {
    ...global.admin,
    hideAPIURL: true,
    components: {
      ...global.admin?.components,
      elements: { beforeDocumentControls: besideControls },
    },
  },
})

/** The admin's own texts where Payload's are unclear. */
export const adminTexts = {
  en: {
    general: {
      payloadSettings: 'Appearance',
      createdAt: 'When',
      updatedAt: 'Changed',
      noLabel: '–',
      noResultsFound: 'Nothing found.',
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
 * Puts the message of each invalid field into the error response. Payload's admin marks the fields only
 * if the response itself has no message.
 */
export const namedFieldErrors: AfterErrorHook = ({ error, req, result }) => {
  const named = validationMessage(error)
  if (!named || !result) return
  const [first] = (result.errors ?? []) as { message: string }[]
  const errors = first ? [{ ...first, message: named }] : []
  const fromAdmin = req.headers.get('referer')?.startsWith(`${req.payload.config.serverURL}/cms`)
  return { response: { ...result, errors, ...(fromAdmin && { message: '' }) } }
}
