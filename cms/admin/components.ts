import type { AfterErrorHook, CollectionConfig, Config, GlobalConfig } from 'payload'
import { validationMessage } from './shell/validation-message.ts'

const own = (file: string, name: string) => `/cms/${file}.tsx#${name}`

/** What of the admin is ours: brand, navigation, views. */
export const adminComponents: NonNullable<Config['admin']>['components'] = {
  graphics: { Logo: own('admin/shell/Brand', 'Logo'), Icon: own('admin/shell/Brand', 'Icon') },
  providers: [own('admin/shell/AdminProvider', 'AdminProvider')],
  beforeNavLinks: [own('features-admin', 'AdminNavLinks')],
  views: {
    dashboard: { Component: own('features-admin', 'DashboardView') },
    login: { Component: own('admin/login/LoginView', 'LoginView'), path: '/login' },
    forgot: { Component: own('admin/login/ForgotView', 'ForgotView'), path: '/forgot' },
    visual: {
      Component: own('editing/admin/VisualView', 'VisualView'),
      path: '/visual',
      exact: false,
      meta: { title: 'Pages' },
    },
    mailbox: {
      Component: own('mail/admin/MailboxView', 'MailboxView'),
      path: '/mailbox',
      exact: false,
      meta: { title: 'Mailbox' },
    },
    templates: {
      Component: own('mail/admin/TemplatesView', 'TemplatesView'),
      path: '/mail/templates',
      exact: false,
      meta: { title: 'Mail templates' },
    },
    lists: {
      Component: own('newsletter/admin/ListsView', 'ListsView'),
      path: '/newsletter/lists',
      exact: false,
      meta: { title: 'Import & export' },
    },
    faq: {
      Component: own('content/admin/FaqView', 'FaqView'),
      path: '/faq',
      exact: false,
      meta: { title: 'Questions' },
    },
  },
}

const besideControls = [
  own('admin/shell/FaultList', 'FaultList'),
  own('admin/shell/ControlNames', 'ControlNames'),
]

/** A collection without what only its developers need, and with its faults listed by name. */
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
      edit: { beforeDocumentControls: besideControls },
    },
  },
})

/** The same for a global. */
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

/** The admin's own words where Payload's speak of itself, or say too little. */
export const adminWords = {
  en: {
    general: {
      payloadSettings: 'Appearance',
      createdAt: 'When',
      updatedAt: 'Changed',
      noLabel: '–',
      noResultsFound: 'Nothing found.',
      untitled: 'Without a name',
    },
    error: { correctInvalidFields: 'Not saved. What is wrong stands above the form.' },
  },
}

/**
 * A refused record says what is wrong with which field, not only with which. The admin finds the
 * place of each fault only in a reply without a message of its own.
 */
export const nameFaults: AfterErrorHook = ({ error, req, result }) => {
  const named = validationMessage(error)
  if (!named || !result) return
  const [first] = (result.errors ?? []) as { message: string }[]
  const errors = first ? [{ ...first, message: named }] : []
  const fromAdmin = req.headers.get('referer')?.startsWith(`${req.payload.config.serverURL}/cms`)
  return { response: { ...result, errors, ...(fromAdmin && { message: '' }) } }
}
