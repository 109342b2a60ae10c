import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
} from 'payload'
import { APIError } from 'payload'
import { executorOf } from '../cms/database/sql.ts'
import { letterShowing } from '../cms/letters/queries/letters.ts'
import {
  acceptedTypes,
  PictureError,
  PictureQueueError,
  type Renditions,
  renderInTurn,
} from '../cms/media/renditions.ts'
import { deleteFiles, findOriginal, storeFiles } from '../cms/media/service.ts'
import { mediaTag } from '../cms/media/tags.ts'
import { editors, hasRole, publishers } from './access/staff.ts'
import { announceChange, announceDelete } from './hooks/announce.ts'

// What a picture shows stands on pages, where visitors would see another one at once.
const neverReplace: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'update' && req.file && hasRole(req, 'editor')) {
    throw new APIError('Upload it as another picture.', 400, undefined, true)
  }
  return args
}

// Before Payload looks at the file: what is kept, and what its own checks see, is our re-encoding.
const reencode: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' || !req.file) return args
  // This runs before access is asked: nobody else's picture is worth the work.
  if (!args.overrideAccess && !hasRole(req, 'editor')) return args
  try {
    const made = req.context.picture as Renditions | undefined
    const picture = made ?? (await renderInTurn(req.file.data))
    req.context.picture = picture
    const name = `${req.file.name.replace(/\.[^.]*$/, '') || 'picture'}.webp`
    req.file = {
      ...req.file,
      name,
      data: picture.original,
      size: picture.original.length,
      mimetype: 'image/webp',
    }
    return args
  } catch (error) {
    if (error instanceof PictureQueueError) throw new APIError(error.message, 503, undefined, true)
    if (error instanceof PictureError) throw new APIError(error.message, 400, undefined, true)
    throw error
  }
}

// Payload would fetch the file of a new record from any address that is sent with it, and that of a
// known one from its own to move its focal point. That is a fact beside the file: nothing is fetched.
const fetchNothing: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && !req.file && hasRole(req, 'editor')) {
    throw new APIError('Choose a picture.', 400, undefined, true)
  }
  const { uploadEdits, ...query } = req.query ?? {}
  if ((operation !== 'create' && operation !== 'update') || !uploadEdits) return args
  req.query = query
  const { x, y } = (uploadEdits as { focalPoint?: { x: unknown; y: unknown } }).focalPoint ?? {}
  const point = { focalX: Number(x), focalY: Number(y) }
  const isPoint = Object.values(point).every((each) => each >= 0 && each <= 100)
  return isPoint ? { ...args, data: { ...args.data, ...point } } : args
}

// After the field's own access, which lets nobody write what pages are made from.
const describePicture: CollectionBeforeChangeHook = ({ data, req }) => {
  const made = req.context.picture as Renditions | undefined
  if (!made) return data
  const { hash, width, height, color, files } = made
  const widths = files.filter((file) => file.format === 'avif').map((file) => file.width)
  const fallbackWidths = files.filter((file) => file.format === 'webp').map((file) => file.width)
  const facts = { hash, width, height, color, widths, fallback_widths: fallbackWidths }
  return { ...data, picture: facts }
}

const keepFiles: CollectionAfterChangeHook = async ({ doc, req }) => {
  const picture = req.context.picture as Renditions | undefined
  if (picture) await storeFiles(req, doc.id, picture)
  delete req.context.picture
  return doc
}

// Mails show it from here, for as long as somebody keeps them.
const keepSent: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const letter = await letterShowing(await executorOf(req), Number(id))
  if (letter === null) return
  throw new APIError(`The letter “${letter}” shows this picture.`, 409, undefined, true)
}

/** Pictures. What is stored is re-encoded; the files themselves are rows of `media_files`. */
export const media: CollectionConfig = {
  slug: 'media',
  labels: { singular: 'Picture', plural: 'Pictures' },
  // A copy would have a record and no files.
  disableDuplicate: true,
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
        // The name is the sender's where a record is made of a file that is said to be here.
        const file = await findOriginal(req.payload, String(params.filename))
        if (!file) return new Response(null, { status: 404 })
        return new Response(new Uint8Array(file.bytes), {
          headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
        })
      },
    ],
  },
  // Pages name the files that visitors see; the records tell of pictures that nobody has published.
  access: { create: editors, read: editors, update: publishers, delete: publishers },
  hooks: {
    beforeOperation: [neverReplace, fetchNothing, reencode],
    beforeChange: [describePicture],
    beforeDelete: [keepSent],
    afterChange: [keepFiles, announceChange(() => [mediaTag])],
    afterDelete: [
      async ({ doc, req }) => {
        await deleteFiles(req, doc.id)
      },
      announceDelete(() => [mediaTag]),
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
    {
      name: 'picture',
      type: 'json',
      admin: { hidden: true },
      access: { create: () => false, update: () => false },
    },
  ],
}
