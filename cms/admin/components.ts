import type { AfterErrorHook, CollectionConfig, Config, GlobalConfig } from 'payload'
import { validationMessage } from './shell/validation-message.ts'

const componentPath = (file: string, name: string) => `/cms/${file}.tsx#${name}`

type Components = NonNullable<NonNullable<Config['admin']>['components']>

/**
 * The components that replace or extend Payload's brand, navigation and views.
 * @param views the features' views, by name
 */
export const adminComponents = (views: NonNullable<Components['views']>): Components => ({
  graphics: {
    Logo: componentPath('admin/shell/Brand', 'Logo'),
    Icon: componentPath('admin/shell/Brand', 'Icon'),
  },
  providers: [
    componentPath('admin/shell/AdminProvider', 'AdminProvider'),
    componentPath('staff/admin/ProofProvider', 'ProofProvider'),
  ],
  beforeNavLinks: [componentPath('features-admin', 'AdminNavLinks')],
  views: {
    dashboard: { Component: componentPath('features-admin', 'DashboardView') },
    login: { Component: componentPath('admin/login/LoginView', 'LoginView'), path: '/login' },
    forgot: { Component: componentPath('admin/login/ForgotView', 'ForgotView'), path: '/forgot' },
    ...views,
  },
})

// Rendered in every form.
const beforeDocumentControls = [
  componentPath('admin/forms/FormSafety', 'FormSafety'),
  componentPath('admin/shell/ProblemList', 'ProblemList'),
  componentPath('admin/shell/ControlNames', 'ControlNames'),
]

/**
 * Adapts a collection's views for staff: hides the API URL, lists 50 records on a page, and adds the
 * admin's components to the form and the list.
 */
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
        componentPath('admin/shell/ControlNames', 'ListNames'),
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
  const named = validationMessage(error)
  if (!named || !result) return
  const [first] = (result.errors ?? []) as { message: string }[]
  const errors = first ? [{ ...first, message: named }] : []
  const isFromAdmin = req.headers.get('referer')?.startsWith(`${req.payload.config.serverURL}/cms`)
  return { response: { ...result, errors, ...(isFromAdmin && { message: '' }) } }
}
