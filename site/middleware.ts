import { defineMiddleware } from 'astro:middleware'
import { localsHeader } from '../cms/platform/http/pages/locals-header.ts'

export const onRequest = defineMiddleware(({ locals, request }, next) => {
  if (import.meta.env.DEV) Object.assign(locals, localsHeader.read(request.headers))
  return next()
})
