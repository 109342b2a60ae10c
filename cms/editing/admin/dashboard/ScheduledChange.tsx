import { CmsLink } from '../../../admin/shell/CmsLink.tsx'
import { textName } from '../../../content/text-names.ts'
import type { ContentKey, ScheduledAction } from '../../contract.ts'
import { visualPath } from '../visual-path.ts'

type Props = { change: ContentKey & { action: ScheduledAction } }

/** What a scheduled change does, with a link to the text. */
export const ScheduledChange = ({ change: { action, page, section, content_key } }: Props) => (
  <>
    {action === 'publish' ? 'Publish' : 'Take down'}{' '}
    <CmsLink href={`/cms/visual/${visualPath(page, section, content_key)}`}>
      {textName({ page, section, content_key })}
    </CmsLink>
  </>
)
