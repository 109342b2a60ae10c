import { z } from 'zod'
import { anyone, call } from '../../http/call.ts'
import { HttpError } from '../../http/errors.ts'
import { embeddableHeaders } from '../../http/security-headers.ts'
import { findShareImage } from './image.ts'

/** The approximate time that drawing takes, in ms. */
const cost = 100

/** The share images of dates. Other sites load them from `pagePath`, because bots may not load `/api`. */
export const shareCalls = [
  call({
    method: 'get',
    path: '/calendar/share/:name',
    pagePath: '/calendar/share/:name',
    access: anyone,
    cost,
    params: z.object({ name: z.string().max(40) }),
    handle: async ({ req, params }) => {
      const image = await findShareImage(req.payload, params.name)
      if (!image) throw new HttpError('not_found', 'There is no such picture.')
      return new Response(new Uint8Array(image), {
        headers: {
          ...embeddableHeaders,
          'content-type': 'image/png',
          'cache-control': 'public, max-age=604800',
        },
      })
    },
  }),
]
