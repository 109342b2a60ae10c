import type {
  CollectionAfterChangeHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
} from 'payload'
import { APIError } from 'payload'
import { tags } from '../cms/http/tags.ts'
import {
  acceptedTypes,
  PictureError,
  type Renditions,
  renderPicture,
} from '../cms/media/renditions.ts'
import { deleteFiles, findOriginal, storeFiles } from '../cms/media/service.ts'
import { anyone, editors, hasRole, publishers } from './access/staff.ts'
import { announceChange, announceDelete } from './hooks/announce.ts'

// Before Payload looks at the file: what is kept, and what its own checks see, is our re-encoding.
const reencode: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if ((operation !== 'create' && operation !== 'update') || !req.file) return args
  // This runs before access is asked: nobody else's picture is worth the work.
  if (!args.overrideAccess && !hasRole(req, 'editor')) return args
  try {
    const made = req.context.picture as Renditions | undefined
    const picture = made ?? (await renderPicture(req.file.data))
    req.context.picture = picture
    const name = `${req.file.name.replace(/\.[^.]*$/, '') || 'picture'}.webp`
    req.file = {
      ...req.file,
      name,
      data: picture.original,
      size: picture.original.length,
      mimetype: 'image/webp',
    }
    const { hash, width, height, color, files } = picture
    const widths = files.filter((file) => file.format === 'avif').map((file) => file.width)
    const fallbackWidths = files.filter((file) => file.format === 'webp').map((file) => file.width)
    const facts = { hash, width, height, color, widths, fallback_widths: fallbackWidths }
    return { ...args, data: { ...args.data, picture: facts } }
  } catch (error) {
    if (error instanceof PictureError) throw new APIError(error.message, 400, undefined, true)
    throw error
  }
}

const keepFiles: CollectionAfterChangeHook = async ({ doc, req }) => {
  const picture = req.context.picture as Renditions | undefined
  if (picture) await storeFiles(req, doc.id, picture)
  delete req.context.picture
  return doc
}

/** Pictures. What is stored is re-encoded; the files themselves are rows of `media_files`. */
export const media: CollectionConfig = {
  slug: 'media',
  labels: { singular: 'Picture', plural: 'Pictures' },
  admin: { useAsTitle: 'alt', defaultColumns: ['filename', 'alt', 'updatedAt'], group: 'Pages' },
  upload: {
    disableLocalStorage: true,
    mimeTypes: [...acceptedTypes],
    focalPoint: true,
    crop: false,
    pasteURL: false,
    adminThumbnail: ({ doc }) => {
      const picture = doc.picture as { hash?: string; fallback_widths?: number[] } | undefined
      const width = picture?.fallback_widths?.[0]
      return picture?.hash && width ? `/media/${picture.hash}/${width}.webp` : null
    },
    handlers: [
      async (req, { params }) => {
        const file = await findOriginal(req.payload, params.filename)
        if (!file) return new Response(null, { status: 404 })
        return new Response(new Uint8Array(file.bytes), {
          headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
        })
      },
    ],
  },
  access: { create: editors, read: anyone, update: editors, delete: publishers },
  hooks: {
    beforeOperation: [reencode],
    afterChange: [keepFiles, announceChange(() => [tags.media])],
    afterDelete: [
      async ({ doc, req }) => {
        await deleteFiles(req, doc.id)
      },
      announceDelete(() => [tags.media]),
    ],
  },
  fields: [
    {
      name: 'alt',
      label: 'Alternative text',
      type: 'text',
      required: true,
      maxLength: 300,
      admin: { description: 'What the picture shows, for people who can’t see it.' },
    },
    { name: 'picture', type: 'json', admin: { hidden: true }, access: { update: () => true } },
  ],
}
