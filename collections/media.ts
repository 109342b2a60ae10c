import type {
  CollectionAfterChangeHook,
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeOperationHook,
  CollectionConfig,
  Endpoint,
  PayloadRequest,
} from 'payload'
import { lockNames } from '../cms/platform/database/advisory-locks.ts'
import { transactionOf } from '../cms/platform/database/query.ts'
import { PictureError } from '../cms/platform/media/decode.ts'
import { findUses } from '../cms/platform/media/find-uses.ts'
import {
  acceptedTypes,
  PictureQueueError,
  type Renditions,
  renderInTurn,
} from '../cms/platform/media/renditions.ts'
import { animationNote } from '../cms/platform/media/rules.ts'
import { deleteFiles, findOriginal, storeFiles } from '../cms/platform/media/service.ts'
import { mediaTag } from '../cms/platform/media/tags.ts'
import { formPart, hiddenField, listColumn } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { announceChange, announceDelete } from '../cms/platform/payload/hooks/announce.ts'
import { refuse } from '../cms/platform/payload/hooks/refuse.ts'
import { isTrashedIfChanged } from '../cms/platform/payload/hooks/trash.ts'
import { can } from '../cms/platform/staff/can.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

// A replaced file would change published pages at once.
const neverReplace: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'update' && req.file && can(req, 'content.write')) {
    refuse('Upload it as another picture.')
  }
  return args
}

// Runs before Payload's own checks, so that Payload checks and stores the re-encoded file.
const reencode: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== 'create' || !req.file) return args
  // The hook runs before Payload checks access, so it checks the role itself before the expensive work.
  if (!args.overrideAccess && !can(req, 'content.write')) return args
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
    // Payload looks for a free name next. Others that look for one wait until this picture is stored.
    await lockNames(await transactionOf(req), ['names of pictures'])
    return args
  } catch (error) {
    if (error instanceof PictureQueueError) refuse(error.message, 503)
    if (error instanceof PictureError) refuse(error.message)
    throw error
  }
}

// Payload would fetch the file of a new record from any URL in the request (server-side request
// forgery). It would also fetch the file of an existing record when its focal point changes. This hook
// prevents both, and only stores the new focal point.
const fetchNothing: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  if (operation === 'create' && !req.file && can(req, 'content.write')) {
    refuse('Choose a picture.')
  }
  const { uploadEdits, ...query } = req.query ?? {}
  if ((operation !== 'create' && operation !== 'update') || !uploadEdits) return args
  req.query = query
  const { x, y } = (uploadEdits as { focalPoint?: { x: unknown; y: unknown } }).focalPoint ?? {}
  const point = { focalX: Number(x), focalY: Number(y) }
  const isPoint = Object.values(point).every((each) => each >= 0 && each <= 100)
  return isPoint ? { ...args, data: { ...args.data, ...point } } : args
}

// Runs after field access, which would refuse this write to `picture`.
const describePicture: CollectionBeforeChangeHook = ({ data, req }) => {
  const made = req.context.picture as Renditions | undefined
  if (!made) return data
  const { hash, width, height, color, files } = made
  const widths = files.filter((file) => file.format === 'avif').map((file) => file.width)
  const fallbackWidths = files.filter((file) => file.format === 'webp').map((file) => file.width)
  const animation = made.wasAnimation && { wasAnimation: true }
  const facts = {
    hash,
    width,
    height,
    color,
    widths,
    fallback_widths: fallbackWidths,
    ...animation,
  }
  return { ...data, picture: facts }
}

const storePictureFiles: CollectionAfterChangeHook = async ({ doc, req }) => {
  const picture = req.context.picture as Renditions | undefined
  if (picture) await storeFiles(req, doc.id, picture)
  delete req.context.picture
  return doc
}

async function requireUnused(req: PayloadRequest, id: unknown) {
  const found = await findUses(req.payload, await transactionOf(req), [Number(id)])
  const uses = (found.get(Number(id)) ?? []).map(({ place }) => place)
  if (!uses.length) return
  const more = uses.length > 10 ? [`${uses.length - 10} more`] : []
  const places = new Intl.ListFormat('en-GB').format([...uses.slice(0, 10), ...more])
  refuse(`This picture is shown in ${places}. Choose another one there first.`, 409)
}

const refuseDeleteWhileUsed: CollectionBeforeDeleteHook = ({ id, req }) => requireUnused(req, id)
const refuseTrashWhileUsed: CollectionBeforeChangeHook = async ({ data, originalDoc, req }) => {
  if (isTrashedIfChanged(data, originalDoc)) await requireUnused(req, originalDoc.id)
  return data
}

// Payload's own endpoint, with a message that says what was lost.
const uploadEndpoint: Endpoint = {
  method: 'post',
  path: '/',
  handler: async (req) => {
    const { endpoints } = req.payload.collections.media.config
    const isOwn = ({ method, path }: Endpoint) => method === 'post' && path === '/'
    const original = endpoints ? endpoints.findLast(isOwn) : undefined
    if (!original) throw new Error('Payload has no endpoint for uploads')
    const response = await original.handler(req)
    const { message, doc } = await response.clone().json()
    if (!doc?.picture?.wasAnimation) return response
    const body = { doc, message: `${message} ${animationNote}` }
    return Response.json(body, { status: response.status, headers: response.headers })
  },
}

/** Pictures, re-encoded on upload. Their files are rows of `media_files`. */
export const media: CollectionConfig = {
  slug: 'media',
  labels: { singular: 'Picture', plural: 'Pictures' },
  // A duplicate would have no files.
  disableDuplicate: true,
  endpoints: [uploadEndpoint],
  admin: {
    description:
      'JPEG, PNG, WebP, AVIF and GIF pictures of at most 20 MB and 50 megapixels. Animations become stills.',
    useAsTitle: 'alt',
    baseFilter: () => ({ is_receipt: { not_equals: true } }),
    listSearchableFields: ['filename', 'alt'],
    defaultColumns: ['filename', 'alt', 'shown'],
    group: 'Pages',
  },
  upload: {
    disableLocalStorage: true,
    mimeTypes: [...acceptedTypes],
    focalPoint: true,
    crop: false,
    // Files cannot be replaced, see `neverReplace`.
    hideRemoveFile: true,
    pasteURL: false,
    adminThumbnail: ({ doc }) => {
      const picture = doc.picture as { hash?: string; fallback_widths?: number[] } | undefined
      const width = picture?.fallback_widths?.[0]
      return picture?.hash && width ? `/media/${picture.hash}/${width}.webp` : null
    },
    handlers: [
      async (req, { params }) => {
        const file = await findOriginal(req.payload, String(params.filename))
        if (!file) return new Response(null, { status: 404 })
        return new Response(new Uint8Array(file.bytes), {
          headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' },
        })
      },
    ],
  },
  // Only staff read records, because a picture may be unpublished. Published pages do not need the API:
  // they contain the paths of the files.
  access: {
    create: permitted('content.write'),
    read: permitted('content.write'),
    update: permitted('content.publish'),
    delete: permitted('content.publish'),
  },
  hooks: {
    beforeOperation: [neverReplace, fetchNothing, reencode],
    beforeChange: [describePicture, refuseTrashWhileUsed],
    beforeDelete: [refuseDeleteWhileUsed],
    afterChange: [storePictureFiles, announceChange(() => [mediaTag])],
    afterDelete: [
      async ({ doc, req }) => {
        await deleteFiles(req, doc.id)
      },
      announceDelete(() => [mediaTag]),
    ],
  },
  fields: withCleanTexts([
    {
      name: 'alt',
      label: 'Alternative text',
      type: 'text',
      required: true,
      maxLength: 300,
      admin: { description: 'What the picture shows, for people who can’t see it.' },
    },
    // Photos of receipts are on the page of causes and payouts, and not in the list of pictures.
    { name: 'is_receipt', type: 'checkbox', defaultValue: false, index: true, admin: hiddenField },
    formPart('uses', 'platform/media/admin/PictureUses', { position: 'sidebar' }),
    listColumn('shown', 'Shown', 'platform/media/admin/UsesCell'),
    {
      name: 'picture',
      type: 'json',
      admin: { hidden: true },
      access: { create: () => false, update: () => false },
    },
  ]),
}
