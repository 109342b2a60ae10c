'use client'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Problem } from '../../../../platform/admin/shell/Problem.tsx'
import type { SitePage } from '../../admin/site-pages.ts'
import type { KeyStatus } from '../contract.ts'
import { idOf } from '../ui/content-keys.ts'
import { ChangesPanel } from './ChangesPanel.tsx'
import { isDraft } from './calls.ts'
import { showKey } from './frame.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { KeyList } from './KeyList.tsx'
import { PageFrame } from './PageFrame.tsx'
import { useEditMode } from './useEditMode.ts'
import { usePageStatus } from './usePageStatus.ts'

type Props = {
  sitePage: SitePage
  pages: SitePage[]
  /** Id of the key that is selected at first; see `idOf`. */
  selected: string | null
  canPublish: boolean
}
const panels = ['texts', 'changes', 'history'] as const
type Panel = (typeof panels)[number]

/** Shows a page in edit mode beside its texts, changes and history. */
export function VisualClient({ sitePage, pages, selected: initial, canPublish }: Props) {
  const router = useRouter()
  const isReady = useEditMode()
  const { status, problem, refresh } = usePageStatus(sitePage.page)
  const [panel, setPanel] = useState<Panel>('texts')
  const [selected, setSelected] = useState(initial)
  const [historyAt, setHistoryAt] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const frame = useRef<HTMLIFrameElement>(null)
  const drafts = status?.keys.filter(isDraft) ?? []

  const select = useCallback((key: KeyStatus) => {
    setSelected(idOf(key))
    setMissing(!showKey(frame.current?.contentDocument ?? null, key))
  }, [])
  const reload = useCallback(() => {
    frame.current?.contentWindow?.location.reload()
    void refresh()
  }, [refresh])

  // The initial key is shown once, as soon as both the page and its status are loaded.
  const wasShown = useRef(false)
  const showInitial = useCallback(() => {
    const key = status?.keys.find((each) => idOf(each) === initial)
    const page = frame.current?.contentDocument
    // Until the page is loaded completely, the browser may scroll back to the top.
    if (!key || wasShown.current || !page?.querySelector('main')) return
    if (page.readyState !== 'complete') return
    wasShown.current = true
    select(key)
  }, [status, initial, select])
  useEffect(showInitial, [showInitial])

  const handleLoad = () => {
    showInitial()
    // Selects the key whose element receives the focus on the page.
    frame.current?.contentDocument?.addEventListener('focusin', ({ target }) => {
      const element = (target as Element | null)?.closest('[data-cms], [data-cms-image]')
      const id = element?.getAttribute('data-cms') ?? element?.getAttribute('data-cms-image')
      if (!id) return
      setSelected(id)
      setMissing(false)
    })
  }

  return (
    <div className="visual">
      <div className="visual__panel">
        <div className="visual__pages">
          <label htmlFor="visual-page">Page</label>
          <select
            id="visual-page"
            value={sitePage.page}
            onChange={(event) => router.push(`/cms/visual/${event.target.value}`)}
          >
            {pages.map(({ page, name }) => (
              <option key={page} value={page}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div className="visual__tabs" role="tablist" aria-label="About this page">
          {panels.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`visual-tab-${each}`}
              aria-selected={panel === each}
              aria-controls="visual-panel"
              onClick={() => {
                setPanel(each)
                if (each !== 'history') setHistoryAt(null)
              }}
            >
              {each === 'changes' && drafts.length ? `Changes (${drafts.length})` : titles[each]}
            </button>
          ))}
        </div>
        <div
          id="visual-panel"
          className="visual__body"
          role="tabpanel"
          aria-labelledby={`visual-tab-${panel}`}
        >
          <Problem>{problem}</Problem>
          {status?.worker.late ? (
            <p className="admin-warning" role="alert">
              Something scheduled is late. Ask whoever runs the server to look at it.
            </p>
          ) : null}
          {panel === 'texts' ? (
            <KeyList
              keys={status?.keys ?? null}
              selected={selected}
              isMissing={isMissing}
              canRestore={canPublish}
              onSelect={select}
              onChanged={reload}
            />
          ) : null}
          {panel === 'changes' ? (
            <ChangesPanel
              page={sitePage.page}
              drafts={drafts}
              canPublish={canPublish}
              onChanged={reload}
              onSelect={select}
            />
          ) : null}
          {panel === 'history' ? (
            <HistoryPanel
              page={sitePage.page}
              at={historyAt}
              onChoose={setHistoryAt}
              canRestore={canPublish}
              onChanged={() => {
                setHistoryAt(null)
                setPanel('changes')
                void refresh()
              }}
            />
          ) : null}
        </div>
      </div>
      <PageFrame
        frame={frame}
        sitePage={sitePage}
        isReady={isReady}
        at={historyAt}
        onLoad={handleLoad}
      />
    </div>
  )
}

const titles: Record<Panel, string> = { texts: 'Texts', changes: 'Changes', history: 'History' }
