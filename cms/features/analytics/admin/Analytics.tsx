'use client'
import { useCallback, useEffect, useState } from 'react'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { Button } from '../../../platform/ui/Button.tsx'
import { pollWhileVisible } from '../../../platform/ui/poll-while-visible.ts'
import { CsvLink } from './CsvLink.tsx'
import { Meanings, Numbers } from './charts/Numbers.tsx'
import { Failure } from './Failure.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FilterDialog } from './FilterDialog.tsx'
import { OverviewSentence } from './OverviewSentence.tsx'
import { ActionsPanel } from './panels/ActionsPanel.tsx'
import { FunnelsPanel } from './panels/FunnelsPanel.tsx'
import { JourneysPanel } from './panels/JourneysPanel.tsx'
import { LiveVisitors } from './panels/LiveVisitors.tsx'
import { MembersPanel } from './panels/MembersPanel.tsx'
import { NothingCounted } from './panels/NothingCounted.tsx'
import { OverTime } from './panels/OverTime.tsx'
import { PagesPanel } from './panels/PagesPanel.tsx'
import { SourcesPanel } from './panels/SourcesPanel.tsx'
import { TechnologyPanel } from './panels/TechnologyPanel.tsx'
import { VitalsPanel } from './panels/VitalsPanel.tsx'
import { RangePicker } from './RangePicker.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'
import { formatSettings, settingsOfPeriod, stepBy } from './settings.ts'
import type { Action } from './shortcuts.ts'
import { useReport } from './use-report.ts'
import { ScreenProvider, useScreen, useScreenState } from './use-screen.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const minuteMs = 60_000
/**
 * How often numbers are requested again while the page is visible. Numbers of earlier days rarely change, so they are
 * requested less often.
 */
const refreshMs = { today: minuteMs, earlier: 5 * minuteMs }

/** The analytics screen: numbers with their changes, a chart over time, and lists whose rows set filters. */
export function Analytics() {
  const screen = useScreenState()
  const { range, today, refresh } = screen
  const hasToday = range.to >= today
  useEffect(() => {
    let isFirst = true
    return pollWhileVisible(
      () => {
        if (!isFirst) refresh()
        isFirst = false
      },
      refreshMs[hasToday ? 'today' : 'earlier'],
    )
  }, [hasToday, refresh])
  return (
    <ScreenProvider value={screen}>
      <Overview />
      <div className="analytics-panels">
        <PagesPanel />
        <SourcesPanel />
        <TechnologyPanel />
        <ActionsPanel />
        <FunnelsPanel />
        <JourneysPanel />
        <MembersPanel />
        <VitalsPanel />
      </div>
    </ScreenProvider>
  )
}

function Overview() {
  const screen = useScreen()
  const { settings, query, today, change, refresh } = screen
  const [dialog, setDialog] = useState<'filter' | 'help' | null>(null)
  const [isCustomOpen, setCustomOpen] = useState(false)
  const report = useReport('overview')
  const { reply, problem, isOld, retry } = report
  const act = useCallback(
    (action: Action) => {
      if (typeof action === 'object') {
        setCustomOpen(false)
        change(settingsOfPeriod(action.period, today))
      } else if (action === 'custom') {
        setCustomOpen(true)
        setTimeout(() => document.getElementById('analytics-from')?.focus())
      } else if (action === 'earlier') change(stepBy(-1, today))
      else if (action === 'later') change(stepBy(1, today))
      else if (action === 'compare') {
        change(({ compare }) => ({ compare: compare === 'none' ? 'previous' : 'none' }))
      } else if (action === 'clear') change({ filters: {} })
      else if (action === 'bots') change(({ bots }) => ({ bots: !bots }))
      else if (action === 'refresh') refresh()
      else setDialog(action)
    },
    [today, change, refresh],
  )
  useShortcuts(act)
  return (
    <>
      <header className="analytics-head admin-inputs">
        <h1>Analytics</h1>
        <LiveVisitors />
        <OverviewSentence reply={isOld && !problem ? null : reply} hasFailed={problem !== null} />
        <div className="analytics-bar">
          <RangePicker isCustomOpen={isCustomOpen} onCustom={setCustomOpen} />
          <FilterChips onOpen={() => setDialog('filter')} />
        </div>
      </header>
      <section
        className="analytics-overview"
        aria-label="The numbers"
        aria-busy={(reply === null || isOld) && problem === null}
        data-old={isOld || undefined}
      >
        <Failure problem={problem} retry={retry} old={reply?.range ?? null} isAlert />
        <NothingCounted reply={isOld ? null : reply} />
        <Numbers reply={reply} />
        {reply && !reply.tooFew && !reply.joined.length ? (
          <p className="analytics-quiet">
            New members and subscribers are shown without filters, because no visit says who joined.
          </p>
        ) : null}
        {reply?.note ? <p className="analytics-note">{reply.note}</p> : null}
        {(problem && !reply) || reply?.tooFew ? null : <OverTime reply={reply} />}
        <p className="analytics-links analytics-links--csv">
          <CsvLink table="totals" query={query} title="the numbers" text="The numbers as CSV" />
          <CsvLink
            table="overview"
            query={query}
            title="the numbers over time"
            text="Over time as CSV"
          />
        </p>
        <Meanings reply={reply} />
      </section>
      <p className="analytics-links">
        <CmsLink href={`/cms/member-analytics-legacy${formatSettings(settings)}`}>
          The tables, row by row
        </CmsLink>
        <Button kind="quiet" onClick={() => setDialog('help')}>
          Keys <kbd>?</kbd>
        </Button>
      </p>
      {dialog === 'filter' ? <FilterDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'help' ? <ShortcutHelp onClose={() => setDialog(null)} /> : null}
    </>
  )
}
