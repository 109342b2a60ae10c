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
      nothingFound: 'Nothing found.',
      noOptions: 'There is nothing to choose.',
      // What belongs in a list stands above it, in the collection's description.
      noResults: 'Nothing is here yet, or nothing fits what you search for.',
      noResultsDescription: 'Nothing is here yet, or nothing fits what you search for.',
      // For staff who may not open a page there is no such page.
      sorryNotFound: 'There is no such page, or your account may not open it. Ask an admin.',
      // The title of a form that was never saved.
      untitled: 'New',
      creatingNewLabel: 'New: {{label}}',
      createNew: 'New',
      createNewLabel: 'New {{label}}',
      updatedSuccessfully: 'Saved.',
      successfullyCreated: '{{label}}: saved.',
      successfullyDuplicated: '{{label}}: copied.',
      deletedSuccessfully: 'Deleted.',
      titleDeleted: '“{{title}}” is deleted.',
      titleRestored: '“{{title}}” is back.',
      titleTrashed: '“{{title}}” is in the trash.',
      // The numbered tags are bold.
      aboutToDelete: 'Delete “<1>{{title}}</1>”?',
      aboutToPermanentlyDelete: 'Delete “<1>{{title}}</1>” for good?',
      aboutToRestore: 'Take “<1>{{title}}</1>” out of the trash?',
      aboutToRestoreAsDraft: 'Take “<1>{{title}}</1>” out of the trash, as a draft?',
      aboutToTrash: 'Move “<1>{{title}}</1>” to the trash?',
      deletePermanently: 'Delete for good, without the trash',
      documentIsTrashed: 'This is in the trash and can’t be changed.',
      noTrashResults: 'Nothing is in the trash.',
      backToDashboard: 'Back to Today',
    },
    upload: { bulkUpload: 'Upload several' },
    version: {
      aboutToPublishSelection: 'Publish all {{label}} that are ticked?',
      aboutToRestore: 'Restore this as it was on {{versionDate}}?',
      aboutToRestoreGlobal: 'Restore this as it was on {{versionDate}}?',
      aboutToRevertToPublished: 'Take back what was changed since this was published?',
      aboutToUnpublish: 'Take this down?',
      aboutToUnpublishSelection: 'Take down all {{label}} that are ticked?',
      compareVersions: 'Compare versions',
      comparingAgainst: 'Compared with',
      currentlyViewing: 'You see',
      draftSavedSuccessfully: 'The draft is saved.',
      modifiedOnly: 'Only what changed',
      previouslyPublished: 'Published before',
      restoredSuccessfully: 'Restored.',
      unpublishedSuccessfully: 'Taken down.',
      versionID: 'Version',
    },
    error: {
      correctInvalidFields: 'Not saved. What is wrong stands above the form.',
      unauthorized: 'You may not do this.',
      notAllowedToAccessPage: 'Your account may not open this page.',
      notAllowedToPerformAction: 'Your account may not do this.',
      autosaving: 'It could not be saved just now. It stays here, and is tried again.',
      deletingTitle: '{{title}} could not be deleted. Check the connection, and try again.',
      restoringTitle: '{{title}} could not be restored. Check the connection, and try again.',
      revertingDocument: 'The older version could not be restored. Try again.',
      unPublishingDocument: 'It could not be taken down. Try again.',
      loadingDocument: 'It could not be loaded. Load the page again.',
      previewing: 'The preview could not be loaded. Load the page again.',
      documentNotFound: 'There is no such record. Somebody may have deleted it.',
      notFound: 'There is no such record. Somebody may have deleted it.',
      followingFieldsInvalid_one: 'This is not right yet:',
      followingFieldsInvalid_other: 'These are not right yet:',
      invalidFileType: 'Files of this kind can’t be used here.',
      invalidFileTypeValue: 'Files of the kind {{value}} can’t be used here.',
      noFilesUploaded: 'Choose a file first.',
      problemUploadingFile: 'The file could not be uploaded. Try again.',
      unableToDeleteCount: '{{count}} of {{total}} {{label}} could not be deleted.',
      unableToUpdateCount: '{{count}} of {{total}} {{label}} could not be changed.',
      unknown: 'That did not work. Try again in a moment.',
      unspecific: 'That did not work. Try again in a moment.',
      userEmailAlreadyRegistered: 'Somebody has an account with this address already.',
      valueMustBeUnique: 'Another record has this already. Choose another one.',
    },
    validation: {
      emailAddress: 'Write a whole email address, such as ada@example.org.',
      enterNumber: 'Write a number.',
      fieldHasNo: 'There is no {{label}} here.',
      greaterThanMax: '{{value}} is too much: {{max}} at most.',
      invalidBlock: 'The block “{{block}}” can’t be used here.',
      invalidBlocks: 'These blocks can’t be used here: {{blocks}}.',
      invalidInput: 'This can’t be read. Write it again.',
      invalidSelection: 'Choose one of the list.',
      invalidSelections: 'These can’t be chosen:',
      lessThanMin: '{{value}} is too little: {{min}} at least.',
      limitReached: 'There is room for {{max}} only.',
      longerThanMin: 'Write at least {{minLength}} characters.',
      notValidDate: '{{value}} is not a date.',
      required: 'Fill this in.',
      requiresAtLeast: 'Add at least {{count}} {{label}}.',
      requiresNoMoreThan: '{{count}} {{label}} at most.',
      shorterThanMax: 'Write {{maxLength}} characters at most.',
      trueOrFalse: 'Tick it or leave it.',
      validUploadID: 'Choose a picture.',
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
