'use client'
import { Button, useDocumentInfo, useTranslation } from '@payloadcms/ui'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * The *Edit* and *Versions* tabs of a letter that was created from the open form. Payload renders its tabs
 * only when the page loads. A new letter has no id then, so Payload renders none.
 */
export function CreatedTabs() {
  const { id, versionCount } = useDocumentInfo()
  const { t } = useTranslation()
  const [header, setHeader] = useState<Element | null>(null)
  useEffect(() => setHeader(document.querySelector('.doc-header__header')), [])
  if (id === undefined || !header) return null
  const tabs = (
    <div className="doc-tabs">
      <div className="doc-tabs__tabs-container">
        {/* biome-ignore lint/a11y/useSemanticElements: the same element as Payload's, see `ControlNames` */}
        <ul className="doc-tabs__tabs" role="group">
          <Button
            buttonStyle="tab"
            className="doc-tab doc-tab--active"
            disabled
            el="div"
            margin={false}
          >
            <span className="doc-tab__label">{t('general:edit')}</span>
          </Button>
          <Button
            buttonStyle="tab"
            className="doc-tab"
            el="link"
            margin={false}
            to={`/cms/collections/letters/${id}/versions`}
          >
            <span className="doc-tab__label">
              {t('version:versions')}{' '}
              {versionCount ? <span className="pill-version-count">{versionCount}</span> : null}
            </span>
          </Button>
        </ul>
      </div>
    </div>
  )
  return createPortal(tabs, header)
}
