import { z } from 'zod'
import { anyone, call } from '../../../platform/http/call.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { drawingCost, shareImageResponse } from '../../venue/look/share-drawing.ts'
import { findShareImage } from './image.ts'

/** The share images of pages. Other sites load them from `pagePath`, because bots may not load `/api`. */
export const shareCalls = [
  call({
    method: 'get',
    path: '/share/venue/:name',
    pagePath: '/share/venue/:name',
    access: anyone,
    cost: drawingCost,
    params: z.object({ name: z.string().max(60) }),
    handle: async ({ req, params }) => {
      const image = await findShareImage(req.payload, params.name)
      if (!image) throw new HttpError('not_found', 'There is no such picture.')
      return shareImageResponse(image)
    },
  }),
]
