import type { CollectionConfig, Field, FieldHook } from 'payload'
import { findEditableSample } from '../cms/platform/mail/kinds.ts'
import { mailTextsTag } from '../cms/platform/mail/tags.ts'
import { type MailPart, mailParts, problemIn } from '../cms/platform/mail/texts.ts'
import { formPart, hiddenField } from '../cms/platform/payload/fields/admin.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

type Doc = { mail?: string }

// Default texts are stored as null, so that they follow the defaults of a later version of the
// program.
const part = (name: MailPart): Field => {
  const defaultTextOf = ({ siblingData, originalDoc, req }: Parameters<FieldHook>[0]) => {
    const mail = (originalDoc as Doc | undefined)?.mail ?? (siblingData as Doc).mail
    return findEditableSample(req.payload, mail)?.text.defaultText[name]
  }
  const isText = name === 'opening' || name === 'closing'
  return {
    name,
    type: isText ? 'textarea' : 'text',
    label: mailParts[name].label,
    defaultValue: ({ req }) =>
      findEditableSample(req.payload, req.query?.mail)?.text.defaultText[name] ?? '',
    validate: (value: unknown, { data, req }: { data: unknown; req: HookRequest }) => {
      const sample = findEditableSample(req.payload, (data as Doc).mail)
      // `beforeChange` has already replaced a default text by null.
      return (value !== null && sample && problemIn(sample.text, name, value)) || true
    },
    hooks: {
      beforeChange: [(given) => (given.value === defaultTextOf(given) ? null : given.value)],
      afterRead: [(given) => given.value ?? defaultTextOf(given)],
    },
  } as Field
}
type HookRequest = Parameters<FieldHook>[0]['req']

/** Staff’s own texts for the mails that the program sends; one record for each kind of mail. */
export const mailTexts: CollectionConfig = {
  slug: 'mail_texts',
  labels: { singular: 'Wording of a mail', plural: 'Wording of mails' },
  disableDuplicate: true,
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'subject', 'updatedAt'],
    description: 'Mails with words of your own. All others are under Mail templates.',
    // The mail templates page links to this list.
    group: false,
  },
  access: {
    create: permitted('mails.write'),
    read: permitted('mails.write'),
    readVersions: permitted('mails.write'),
    update: permitted('mails.write'),
    // Staff restore the default texts by an update, which adds a version.
    delete: () => false,
  },
  versions: { maxPerDoc: 100 },
  hooks: announceAll(() => [mailTextsTag]),
  fields: [
    {
      name: 'mail',
      type: 'text',
      required: true,
      unique: true,
      defaultValue: ({ req }) => req.query?.mail,
      access: { update: () => false },
      admin: hiddenField,
      validate: (value: unknown, { req }: { req: HookRequest }) =>
        findEditableSample(req.payload, value) ? true : 'There is no such mail.',
    },
    {
      name: 'name',
      type: 'text',
      defaultValue: ({ req }) => findEditableSample(req.payload, req.query?.mail)?.name,
      admin: hiddenField,
      hooks: {
        beforeChange: [
          ({ originalDoc, siblingData, req }) => {
            const mail = (originalDoc as Doc | undefined)?.mail ?? (siblingData as Doc).mail
            return findEditableSample(req.payload, mail)?.name
          },
        ],
      },
    },
    formPart('about', 'platform/mail/admin/AboutWords'),
    part('subject'),
    part('heading'),
    part('opening'),
    part('closing'),
    formPart('preview', 'platform/mail/admin/WordsPreview'),
  ],
}
