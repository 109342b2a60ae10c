import { Link } from '@payloadcms/ui'
import type { ComponentProps } from 'react'

/** A link within the admin. It is not prefetched: a page of the admin is rendered for each request. */
export const CmsLink = (props: ComponentProps<typeof Link>) => <Link prefetch={false} {...props} />
