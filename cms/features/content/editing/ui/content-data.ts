import type { ContentData, ImageData, Positioning, TextData } from '../contract.ts'

export const defaultPosition: Positioning = {
  alignment: 'left',
  containerPosition: 'default',
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
}

export const isText = (data: ContentData): data is TextData => 'text' in data
export const isImage = (data: ContentData): data is ImageData => 'media' in data

/** The text, or a picture's alternative text. */
export const plainText = (data: ContentData): string => (isText(data) ? data.text : data.alt)
