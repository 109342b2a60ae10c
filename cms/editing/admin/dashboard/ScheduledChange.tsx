import { asWords } from '../../../../collections/fields/labels.ts'
import { CmsLink } from '../../../admin/shell/CmsLink.tsx'
import { pageName } from '../../../content/routes.ts'
import type { ContentKey, ScheduledAction } from '../../contract.ts'
import { visualPath } from '../visual-path.ts'

type Props = { change: ContentKey & { action: ScheduledAction } }

/** What a scheduled change does, with a link to the text. */
export const ScheduledChange = ({ change: { action, page, section, content_key } }: Props) => (
  <>
    {action === 'publish' ? 'Publish' : 'Take down'}{' '}
    <CmsLink href={`/cms/visual/${visualPath(page, section, content_key)}`}>
      {pageName(page)} › {asWords(section)} › {asWords(content_key)}
    </CmsLink>
  </>
)
