import { Link } from '@payloadcms/ui'
import { asWords } from '../../../../collections/fields/labels.ts'
import { pageName } from '../../../content/routes.ts'
import type { ContentKey, ScheduledAction } from '../../contract.ts'
import { visualPath } from '../visual-path.ts'

type Props = { change: ContentKey & { action: ScheduledAction } }

/** What a scheduled change does, with a link to the text. */
export const ScheduledChange = ({ change: { action, page, section, content_key } }: Props) => (
  <>
    {action === 'publish' ? 'Publish' : 'Take down'}{' '}
    <Link href={`/cms/visual/${visualPath(page, section, content_key)}`} prefetch={false}>
      {pageName(page)} › {asWords(section)} › {asWords(content_key)}
    </Link>
  </>
)
