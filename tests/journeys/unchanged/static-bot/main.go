// A bot without a library, as a static program: it resolves names by itself, dials by itself, and looks at
// no proxy. It registers a command, says what the gateway greets it with, and dials an address outside.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

var dialer = &net.Dialer{Timeout: 5 * time.Second, Resolver: &net.Resolver{PreferGo: true}}

var client = &http.Client{Transport: &http.Transport{
	Proxy: nil,
	DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		return dialer.DialContext(ctx, network, address)
	},
}}

func call(method, path, body string) (int, []byte) {
	request, _ := http.NewRequest(method, "https://discord.com/api/v10"+path, strings.NewReader(body))
	request.Header.Set("Authorization", "Bot "+os.Getenv("DISCORD_TOKEN"))
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	content, _ := io.ReadAll(response.Body)
	return response.StatusCode, content
}

// The first frame that the gateway sends.
func greeting() string {
	raw, err := dialer.Dial("tcp", "gateway.discord.gg:443")
	if err != nil {
		return err.Error()
	}
	connection := tls.Client(raw, &tls.Config{ServerName: "gateway.discord.gg"})
	defer connection.Close()
	key := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 16))
	fmt.Fprintf(connection, "GET /?v=10&encoding=json HTTP/1.1\r\nHost: gateway.discord.gg\r\n"+
		"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n", key)
	reader := bufio.NewReader(connection)
	if _, err := http.ReadResponse(reader, nil); err != nil {
		return err.Error()
	}
	head := make([]byte, 2)
	if _, err := io.ReadFull(reader, head); err != nil {
		return err.Error()
	}
	text := make([]byte, head[1]&0x7f)
	if _, err := io.ReadFull(reader, text); err != nil {
		return err.Error()
	}
	return string(text)
}

func main() {
	status, body := call("GET", "/applications/@me", "")
	var self struct{ ID, Name string }
	json.Unmarshal(body, &self)
	fmt.Println("self", status, self.Name)
	if status == 200 {
		status, _ = call("PUT", "/applications/"+self.ID+"/commands", `[{"name":"ping","description":"Answers pong"}]`)
		fmt.Println("commands", status)
		fmt.Println("greeting", greeting())
	}
	// The platform by its address, as a program does that knows better than its resolver.
	raw, err := net.DialTimeout("tcp", "162.159.135.232:443", 500*time.Millisecond)
	if err == nil {
		raw.Close()
	}
	fmt.Println("outside", err != nil)
}
