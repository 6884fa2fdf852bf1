// A picture of another host stands in a frame with a policy of its own: that of the page stays as
// strict as it was, and what was typed there stays too.
import { useState, type SyntheticEvent } from "react";
import { createPortal } from "react-dom";
import styles from "./stage.module.css";

/** An empty page of the console whose policy allows pictures of others, and nothing else. */
const FRAME = "/console/picture";

/** A frame is so high until its picture has come. */
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
