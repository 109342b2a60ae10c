import type { CollectionConfig } from 'payload'
import {
  checkRedirect,
  deleteCoveredMissingPaths,
  leadsNowhere,
} from '../cms/features/redirects/collection-hooks.ts'
import { maxPathLength, maxTargetLength } from '../cms/features/redirects/rules.ts'
import { redirectsTag } from '../cms/features/redirects/tags.ts'
import { component, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const announce = announceAll(() => [redirectsTag])

/** Redirects from old paths to new ones. Saved changes are live at once. */
export const redirects: CollectionConfig = {
  slug: 'redirects',
  labels: { singular: 'Redirect', plural: 'Redirects' },
  admin: {
    useAsTitle: 'from',
    defaultColumns: ['from', 'to', 'match', 'status'],
    description: 'Old addresses that lead to new ones. What is saved here works at once.',
    group: 'Website',
    components: { beforeListTable: [component('features/redirects/admin/RedirectsLink')] },
  },
  defaultSort: 'from',
  access: {
    create: permitted('redirects.manage'),
    read: permitted('content.write'),
    update: permitted('redirects.manage'),
    delete: permitted('redirects.manage'),
  },
  disableDuplicate: true,
  disableBulkEdit: true,
  hooks: {
    ...announce,
    beforeValidate: [checkRedirect],
    afterChange: [...announce.afterChange, deleteCoveredMissingPaths],
  },
  fields: [
    {
      name: 'from',
      label: 'Old path',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      maxLength: maxPathLength,
      admin: { placeholder: '/old-menu' },
    },
    {
      name: 'to',
      label: 'Target',
      type: 'text',
      required: true,
      maxLength: maxTargetLength,
      admin: {
        placeholder: '/cafe',
        description: 'A path, or an address with https://.',
        components: { Cell: component('features/redirects/admin/LeadsNowhere#TargetCell') },
      },
    },
    {
      name: 'leads_nowhere',
      type: 'checkbox',
      virtual: true,
      access: { create: () => false, update: () => false },
      hooks: { afterRead: [leadsNowhere] },
      admin: {
        ...shownBy('features/redirects/admin/LeadsNowhere'),
        disableListColumn: true,
        disableListFilter: true,
        disableBulkEdit: true,
      },
    },
    {
      name: 'match',
      label: 'Applies to',
      type: 'select',
      required: true,
      defaultValue: 'exact',
      options: [
        { value: 'exact', label: 'This path only' },
        { value: 'prefix', label: 'This path and everything below it' },
      ],
    },
    {
      name: 'status',
      label: 'How long',
      type: 'select',
      required: true,
      defaultValue: '301',
      options: [
        { value: '301', label: 'For good (301)' },
        { value: '302', label: 'For now (302)' },
      ],
    },
  ],
}
