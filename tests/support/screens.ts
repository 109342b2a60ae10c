/** Playwright options of a phone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const tablet = { viewport: { width: 768, height: 1024 } }
export const desktop = { viewport: { width: 1440, height: 900 } }

/** The viewport sizes of phone, tablet and desktop. */
export const everySize = [phone, tablet, desktop].map(({ viewport }) => viewport)
