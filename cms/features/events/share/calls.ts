import { z } from 'zod'
import { anyone, call } from '../../../platform/http/call.ts'
import { drawingCost, shareImageResponse } from '../../venue/look/share-drawing.ts'
import { eventError } from '../errors.ts'
import { findShareImage } from './image.ts'

/** The share images of dates. Other sites load them from `pagePath`, because bots may not load `/api`. */
export const shareCalls = [
  call({
    method: 'get',
    path: '/calendar/share/:name',
    pagePath: '/calendar/share/:name',
    access: anyone,
    cost: drawingCost,
    params: z.object({ name: z.string().max(40) }),
    handle: async ({ req, params }) => {
      const image = await findShareImage(req.payload, params.name)
      if (!image) throw eventError('no_share_image')
      return shareImageResponse(image)
    },
  }),
]
