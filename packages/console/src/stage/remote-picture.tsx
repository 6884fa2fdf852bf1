// An image of another host, in a frame with a content security policy of its own, so that the page
// keeps its strict policy and need not be reloaded.
import { useState, type SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import styles from "./stage.module.css";

/** An empty page of the console whose policy only allows images of other hosts. */
const FRAME = "/console/picture";

/** The height of a frame until its image has loaded. */
const WAITING_HEIGHT = 24;

interface RemotePictureProps {
  readonly url: string;
  readonly text: string;
  readonly width: number;
}

export function RemotePicture({ url, text, width }: RemotePictureProps) {
  const [body, setBody] = useState<HTMLElement>();
  const [height, setHeight] = useState(WAITING_HEIGHT);
  const fit = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void =>
    setHeight(Math.max(WAITING_HEIGHT, currentTarget.offsetHeight));
  return (
    <>
      <iframe
        className={styles.picture}
        title={text}
        src={FRAME}
        width={width}
        height={height}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (contentDocument === null) return;
          contentDocument.body.style.margin = "0";
          setBody(contentDocument.body);
        }}
      />
      {body === undefined
        ? null
        : createPortal(
            <img
              src={url}
              alt={text}
              width={width}
              referrerPolicy="no-referrer"
              onLoad={fit}
              onError={fit}
            />,
            body,
          )}
    </>
  );
}
