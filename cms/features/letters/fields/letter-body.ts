import {
  BlockquoteFeature,
  BlocksFeature,
  BoldFeature,
  createServerFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  ItalicFeature,
  LinkFeature,
  lexicalEditor,
  OrderedListFeature,
  ParagraphFeature,
  UnorderedListFeature,
} from '@payloadcms/richtext-lexical'
import { type Block, type PayloadRequest, type RichTextField, ValidationError } from 'payload'
import { component, shownBy } from '../../../platform/payload/fields/admin.ts'
import { pageName } from '../../content/routes.ts'
import { interests } from '../../newsletter/rules.ts'
import { areaOptions } from '../../venue/names.ts'
import { beginsTwice, isLinkAddress } from '../mail/address.ts'
import {
  isEmpty,
  LetterBodyError,
  maxLabelLength,
  menuRooms,
  parseBody,
  programmeWeeks,
} from '../mail/body.ts'
import { unfinishedParameter } from '../rules.ts'
import { letterIcons } from './letter-icons.ts'

const weeksNames = {
  '1': 'One week',
  '2': 'Two weeks',
  '4': 'Four weeks',
  '8': 'Eight weeks',
} satisfies Record<(typeof programmeWeeks)[number], string>

const shown = (name: string) => shownBy(`features/letters/admin/editor/BlockFields#${name}`)

const urlField = (isValid: (value: unknown) => boolean) => ({
  name: 'url',
  admin: shown('BlockText'),
  label: 'Address',
  type: 'text' as const,
  maxLength: 2000,
  validate: (value: unknown) =>
    isValid(value) ||
    (beginsTwice(String(value)) && 'The address begins twice. Take one of the beginnings away.') ||
    'Write an address that begins with https://, mailto: or tel:, or a path of this site, as /cafe.',
})

const EditorLabelsFeature = createServerFeature({
  key: 'spokenNames',
  feature: { ClientFeature: component('features/letters/admin/editor/EditorLabels') },
})

const EagerSyncFeature = createServerFeature({
  key: 'wordsAtOnce',
  feature: { ClientFeature: component('features/letters/admin/editor/EagerSync') },
})

const image: Block = {
  slug: 'image',
  admin: { disableBlockName: true, ...letterIcons.image },
  interfaceName: 'LetterImage',
  labels: { singular: 'Picture', plural: 'Pictures' },
  // Drafts may have incomplete blocks. Scheduling and sending refuse them.
  fields: [{ name: 'picture', type: 'upload', relationTo: 'media' }],
}

const button: Block = {
  slug: 'button',
  admin: { disableBlockName: true, ...letterIcons.button },
  interfaceName: 'LetterButton',
  labels: { singular: 'Button', plural: 'Buttons' },
  fields: [
    {
      name: 'label',
      label: 'Words',
      type: 'text',
      maxLength: maxLabelLength,
      admin: shown('BlockText'),
    },
    urlField((value) => !value || isLinkAddress(value)),
  ],
}

// The block shows the prices at the time of sending.
const menu: Block = {
  slug: 'menu',
  admin: { disableBlockName: true, ...letterIcons.menu },
  interfaceName: 'LetterMenu',
  labels: { singular: 'Menu', plural: 'Menus' },
  fields: [
    {
      name: 'room',
      label: 'Menu of',
      type: 'select',
      options: menuRooms.map((value) => ({ value, label: pageName(value) })),
      admin: shown('BlockSelect'),
    },
    {
      name: 'section',
      label: 'Only this part of it',
      type: 'relationship',
      relationTo: 'menus',
      admin: shownBy('features/letters/admin/editor/SectionField'),
    },
  ],
}

// The block shows the dates of the weeks after the letter is sent.
const programme: Block = {
  slug: 'programme',
  admin: { disableBlockName: true, ...letterIcons.programme },
  interfaceName: 'LetterProgramme',
  labels: { singular: 'What’s on', plural: 'What’s on' },
  fields: [
    {
      name: 'area',
      label: 'Only in',
      type: 'select',
      options: areaOptions,
      admin: shown('BlockSelect'),
    },
    {
      name: 'interest',
      label: 'Only for those interested in',
      type: 'select',
      options: [...interests],
      admin: shown('BlockSelect'),
    },
    {
      name: 'weeks',
      label: 'How far ahead (two weeks if you leave it)',
      type: 'select',
      options: programmeWeeks.map((value) => ({ value, label: weeksNames[value] })),
      admin: shown('BlockSelect'),
    },
  ],
}

/** Whether a request saves a draft that may still lack its subject or its text. */
export const isUnfinished = ({ query }: Pick<PayloadRequest, 'query'>): boolean =>
  query?.[unfinishedParameter] === 'true'

/**
 * The text of a letter: only elements that mail programs can show.
 * @param options.allowsGaps for drafts, see `parseBody`
 */
export const letterBody = ({ allowsGaps = false } = {}): RichTextField => ({
  name: 'body',
  label: 'Letter',
  type: 'richText',
  required: true,
  editor: lexicalEditor({
    admin: { placeholder: 'Write, or press / for a picture, a button, a menu or what’s on' },
    features: [
      FixedToolbarFeature({
        customGroups: { add: { type: 'buttons' }, blocks: { type: 'buttons' } },
      }),
      EditorLabelsFeature(),
      EagerSyncFeature(),
      ParagraphFeature(),
      HeadingFeature({ enabledHeadingSizes: ['h2', 'h3'] }),
      BoldFeature(),
      ItalicFeature(),
      UnorderedListFeature(),
      OrderedListFeature(),
      BlockquoteFeature(),
      LinkFeature({
        enabledCollections: [],
        fields: ({ defaultFields }) => [
          ...defaultFields
            .filter(({ name }) => name === 'text')
            .map((field) => ({ ...field, admin: shown('BlockText') }) as typeof field),
          ...defaultFields
            .filter(({ name }) => name === 'linkType')
            .map((field) => ({ ...field, admin: { hidden: true } }) as typeof field),
          { ...urlField(isLinkAddress), required: true },
        ],
      }),
      HorizontalRuleFeature(),
      BlocksFeature({ blocks: [image, button, menu, programme] }),
    ],
  }),
  hooks: {
    beforeValidate: [
      // Only parsed content is stored and passed on to the editor's own hooks.
      ({ value, req, collection }) => {
        if (value === null || value === undefined) return value
        try {
          return parseBody(value, { allowsGaps })
        } catch (error) {
          if (!(error instanceof LetterBodyError)) throw error
          throw new ValidationError(
            {
              ...(collection && { collection: collection.slug }),
              errors: [{ label: 'Letter', message: error.message, path: 'body' }],
              req,
            },
            req.t,
          )
        }
      },
    ],
  },
  validate: (value, { req }) => {
    try {
      const body = value ? parseBody(value, { allowsGaps }) : null
      if (body && !isEmpty(body)) return true
      return (allowsGaps && isUnfinished(req)) || 'Write something.'
    } catch (error) {
      if (error instanceof LetterBodyError) return error.message
      throw error
    }
  },
})
