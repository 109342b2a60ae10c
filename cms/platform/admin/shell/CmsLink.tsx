import { Link } from '@payloadcms/ui'
import type { ComponentProps } from 'react'

/** A link within the admin. It is not prefetched, because each prefetch would render a page. */
export const CmsLink = (props: ComponentProps<typeof Link>) => <Link prefetch={false} {...props} />
